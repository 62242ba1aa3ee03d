import { Controller } from '@nestjs/common';
import { type CallOf, registerParts } from '@parley/contracts';
import { Serves } from '@parley/rpc';
import { RegisterOrganization } from './register-organization.js';

@Controller()
export class RegisterController {
  constructor(private readonly register: RegisterOrganization) {}

  @Serves(registerParts.organization)
  async registerPart({ caller, params }: CallOf<typeof registerParts.organization>) {
    // Who is not logged in sees nothing of an organization yet.
    if (!('userId' in caller)) return { fields: {} };
    return this.register.execute(caller, params.snapshotId, params.options);
  }
}
