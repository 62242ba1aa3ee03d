import { Controller } from '@nestjs/common';
import { type CallOf, findOrganizations } from '@parley/contracts';
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
