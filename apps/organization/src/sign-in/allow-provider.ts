import { Injectable } from '@nestjs/common';
import type { InputOf } from '@parley/contracts';
import { type allowProvider, callersChanged } from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import { Bus } from '@parley/rpc';
import { updateProvider } from './identity-providers.repository.js';
import { existingProvider } from './owners.js';
import { endSessionsOfProvider } from './provider-sessions.repository.js';
import { SignInMethods } from './sign-in-methods.js';

/** The operator forbids a provider, or allows it again. Owners cannot override it. */
@Injectable()
export class AllowProvider {
  constructor(
    private readonly eventLog: EventLog,
    private readonly bus: Bus,
    private readonly methods: SignInMethods,
  ) {}

  async execute({ organizationId, providerId, isAllowed }: InputOf<typeof allowProvider>): Promise<void> {
    const ended = await this.eventLog.change(organizationId, async (tx, log) => {
      const provider = await existingProvider(tx, organizationId, providerId);
      await updateProvider(tx, organizationId, { ...provider, isDisabledByOperator: !isAllowed });
      await this.methods.refresh({ tx, log, organizationId });
      return isAllowed ? [] : endSessionsOfProvider(tx, organizationId, { providerId: provider.id });
    });
    if (ended.length > 0) this.bus.publish(callersChanged, { organizationId, userIds: ended });
  }
}
