import { Injectable } from '@nestjs/common';
import { apiErrors, type InputOf } from '@parley/contracts';
import { type enablePasswordLogin, isPasswordLoginEnabled, organizationUpdated } from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import { organizationById } from '@parley/persistence';
import { wantedMethods } from '../configuration/authentication-methods.js';
import { storeConfiguration } from '../configuration/configuration.repository.js';
import { authenticationMethods } from '../register/server-facts.js';

/** The operator lets people sign in with passwords again, such as when a provider is gone and no owner can sign in. */
@Injectable()
export class EnablePasswordLogin {
  constructor(private readonly eventLog: EventLog) {}

  async execute({ organizationId }: InputOf<typeof enablePasswordLogin>): Promise<void> {
    await this.eventLog.change(organizationId, async (tx, log) => {
      const organization = await organizationById(tx, organizationId);
      if (organization === undefined) throw apiErrors.unknownOrganization();
      if (isPasswordLoginEnabled(organization.settings)) return;
      const settings = { ...organization.settings, ...wantedMethods(organization.settings, { Email: true }) };
      await storeConfiguration(tx, organizationId, settings);
      log.append(organizationUpdated, { changes: [{ property: 'authentication_methods', value: authenticationMethods(settings) }] });
    });
  }
}
