import { Inject, Injectable } from '@nestjs/common';
import { usersOf } from '@parley/access';
import { apiErrors, type CallOf, isAdministrator, type OutputOf } from '@parley/contracts';
import type { devListUsers } from '@parley/contracts/organization';
import { allOrganizations, Database } from '@parley/persistence';
import { CONFIG, OrganizationAddresses } from '@parley/runtime';
import type { OrganizationConfig } from '../config.js';

/** Lists the users who can log in without a password. Only in the local demo. Elsewhere the endpoint does not exist. */
@Injectable()
export class DevListUsers {
  constructor(
    private readonly database: Database,
    private readonly addresses: OrganizationAddresses,
    @Inject(CONFIG) private readonly config: Pick<OrganizationConfig, 'PARLEY_DEMO'>,
  ) {}

  /** On an organization's host its users, on a bare host the users of all organizations. */
  async execute({ caller }: CallOf<typeof devListUsers>): Promise<OutputOf<typeof devListUsers>> {
    if (!this.config.PARLEY_DEMO) throw apiErrors.notFound();
    const named = this.addresses.read(caller.host);
    const all = await allOrganizations(this.database.direct);
    const organizations = all.filter(
      ({ stringId }) => named.kind === 'bare' || (named.kind === 'organization' && named.stringId === stringId),
    );
    if (named.kind !== 'bare' && organizations.length === 0) throw apiErrors.unknownOrganization();
    const direct_admins: OutputOf<typeof devListUsers>['direct_admins'] = [];
    const direct_users: OutputOf<typeof devListUsers>['direct_users'] = [];
    for (const { id, stringId, deactivatedAt } of organizations) {
      if (deactivatedAt !== null) continue;
      const url = this.addresses.url(stringId);
      for (const user of await usersOf(this.database.direct, id)) {
        if (user.isBot || !user.isActive) continue;
        const list = isAdministrator(user.role) ? direct_admins : direct_users;
        list.push({ email: user.deliveryEmail, realm_url: url, realm_uri: url });
      }
    }
    return { direct_admins, direct_users };
  }
}
