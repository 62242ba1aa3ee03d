import { Injectable } from '@nestjs/common';
import { apiErrors, type InputOf, type OutputOf } from '@parley/contracts';
import { isPasswordLoginEnabled, type listProvidersOfOrganization } from '@parley/contracts/organization';
import { Database, organizationById } from '@parley/persistence';
import { linkedAccounts, providersOf } from './identity-providers.repository.js';

/** For the operator. */
@Injectable()
export class ListProvidersOfOrganization {
  constructor(private readonly database: Database) {}

  async execute({ organizationId }: InputOf<typeof listProvidersOfOrganization>): Promise<OutputOf<typeof listProvidersOfOrganization>> {
    const { direct } = this.database;
    const organization = await organizationById(direct, organizationId);
    if (organization === undefined) throw apiErrors.unknownOrganization();
    const linked = await linkedAccounts(direct, organizationId);
    const providers = (await providersOf(direct, organizationId)).map(({ id, kind, name, isEnabled, isDisabledByOperator }) => {
      return { id, kind, name, isEnabled, isDisabledByOperator, linkedAccounts: linked.get(id) ?? 0 };
    });
    return { isPasswordEnabled: isPasswordLoginEnabled(organization.settings), providers };
  }
}
