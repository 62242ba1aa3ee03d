import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { findOrganizations } from '@parley/contracts/organization';
import { Serves } from '@parley/rpc';
import { FindOrganizations } from './find-organizations.js';

@Controller()
export class FindOrganizationsController {
  constructor(private readonly finding: FindOrganizations) {}

  @Serves(findOrganizations)
  findOrganizations(call: CallOf<typeof findOrganizations>) {
    return this.finding.execute(call);
  }
}
