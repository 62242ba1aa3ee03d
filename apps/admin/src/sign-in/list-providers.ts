import { listProvidersOfOrganization } from '@parley/contracts/organization';
import { findOrganization } from '../organizations/find-organization.js';
import type { Answer } from '../output/answer.js';
import type { RunningSuite } from '../running-suite.js';

/** How people of an organization sign in. */
export class ListProviders {
  constructor(private readonly suite: RunningSuite) {}

  async execute(stringId: string): Promise<Answer> {
    const { id } = await findOrganization(this.suite, stringId);
    const { isPasswordEnabled, providers } = await this.suite.callAsSystem(listProvidersOfOrganization, { organizationId: id });
    const lines = providers.map((each) => {
      const state = each.isDisabledByOperator ? 'forbidden by the operator' : each.isEnabled ? 'enabled' : 'disabled';
      return `${each.id}  ${each.kind}  ${each.name}: ${state}, ${each.linkedAccounts} linked accounts`;
    });
    return {
      text: [`Passwords: ${isPasswordEnabled ? 'enabled' : 'disabled'}`, ...lines].join('\n'),
      json: {
        passwords: isPasswordEnabled,
        identity_providers: providers.map(({ id: provider, kind, name, isEnabled, isDisabledByOperator, linkedAccounts }) => {
          const states = { is_enabled: isEnabled, is_disabled_by_operator: isDisabledByOperator };
          return { id: provider, kind, name, ...states, linked_accounts: linkedAccounts };
        }),
      },
    };
  }
}
