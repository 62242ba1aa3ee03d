import { Injectable } from '@nestjs/common';
import { isPasswordLoginEnabled, organizationUpdated, PROVIDER_METHODS } from '@parley/contracts/organization';
import { organizationById } from '@parley/persistence';
import type { Change } from '../change.js';
import { storeConfiguration } from '../configuration/configuration.repository.js';
import { authenticationMethods } from '../register/server-facts.js';
import { providersOf } from './identity-providers.repository.js';

/**
 * The organization's settings say which kinds of providers are enabled, so that registrations and server settings need not ask for the providers.
 * Call it after each change of a provider.
 */
@Injectable()
export class SignInMethods {
  async refresh({ tx, log, organizationId }: Change): Promise<void> {
    const organization = await organizationById(tx, organizationId);
    if (organization === undefined) throw new Error(`organization ${organizationId} does not exist`);
    const providers = await providersOf(tx, organizationId);
    const usable = new Set(providers.filter((each) => each.isEnabled && !each.isDisabledByOperator).map(({ kind }) => kind));
    const ofProviders = Object.entries(PROVIDER_METHODS).flatMap(([kind, name]) =>
      usable.has(kind as keyof typeof PROVIDER_METHODS) ? [[name, true] as const] : [],
    );
    const methods = { Email: isPasswordLoginEnabled(organization.settings), ...Object.fromEntries(ofProviders) };
    const settings = { ...organization.settings, authentication_methods: methods };
    const [before, after] = [authenticationMethods(organization.settings), authenticationMethods(settings)];
    if (JSON.stringify(before) === JSON.stringify(after)) return;
    await storeConfiguration(tx, organizationId, settings);
    log.append(organizationUpdated, { changes: [{ property: 'authentication_methods', value: after }] });
  }
}
