import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { findOrganizations, mailOrganizationsOfAddress, organizationsOfAddress as ofAddress } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';
import { Serves } from '@parley/rpc';
import { FindOrganizations } from './find-organizations.js';
import { organizationsOfAddress } from './organizations-of-address.repository.js';

@Controller()
export class FindOrganizationsController {
  constructor(
    private readonly finding: FindOrganizations,
    private readonly database: Database,
  ) {}

  @Serves(findOrganizations)
  findOrganizations(call: CallOf<typeof findOrganizations>) {
    return this.finding.execute(call.params.email);
  }

  @Serves(ofAddress)
  async organizationsOfAddress({ params }: CallOf<typeof ofAddress>) {
    return { organizations: await organizationsOfAddress(this.database.direct, params.email) };
  }

  @Serves(mailOrganizationsOfAddress)
  mailOrganizationsOfAddress({ params }: CallOf<typeof mailOrganizationsOfAddress>) {
    return this.finding.execute(params.email, params.elsewhere);
  }
}
