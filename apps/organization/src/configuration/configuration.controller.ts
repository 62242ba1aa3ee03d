import { Controller } from '@nestjs/common';
import { type CallOf, updateOrganization } from '@parley/contracts';
import { Serves } from '@parley/rpc';
import { UpdateOrganization } from './update-organization.js';

@Controller()
export class ConfigurationController {
  constructor(private readonly updating: UpdateOrganization) {}

  @Serves(updateOrganization)
  updateOrganization(call: CallOf<typeof updateOrganization>) {
    return this.updating.execute(call);
  }
}
