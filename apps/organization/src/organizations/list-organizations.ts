import { Injectable } from '@nestjs/common';
import type { OutputOf } from '@parley/contracts';
import type { listOrganizations } from '@parley/contracts/organization';
import { allOrganizations, Database } from '@parley/persistence';
import { OrganizationAddresses } from '@parley/runtime';

/** All organizations of the installation, for its operator. */
@Injectable()
export class ListOrganizations {
  constructor(
    private readonly database: Database,
    private readonly addresses: OrganizationAddresses,
  ) {}

  async execute(): Promise<OutputOf<typeof listOrganizations>> {
    const all = await allOrganizations(this.database.direct);
    const organizations = all.map(({ id, stringId, name, deactivatedAt, purgeStartedAt, importId }) => ({
      id,
      stringId,
      name,
      host: this.addresses.host(stringId),
      isDeactivated: deactivatedAt !== null,
      isBeingPurged: purgeStartedAt !== null,
      isBeingImported: importId !== null,
    }));
    return { organizations };
  }
}
