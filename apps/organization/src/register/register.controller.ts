import { Controller } from '@nestjs/common';
import { type CallOf, registerParts } from '@parley/contracts';
import { Serves } from '@parley/rpc';
import { RegisterOrganization } from './register-organization.js';

@Controller()
export class RegisterController {
  constructor(private readonly register: RegisterOrganization) {}

  @Serves(registerParts.organization)
  async registerPart({ caller, params }: CallOf<typeof registerParts.organization>) {
    const { snapshotId, options, spectatedOrganizationId } = params;
    if ('userId' in caller) return this.register.execute(caller, snapshotId, options);
    return spectatedOrganizationId === undefined
      ? { fields: {} }
      : this.register.forSpectator(spectatedOrganizationId, snapshotId, options);
  }
}
