import { Controller } from '@nestjs/common';
import type { Caller, CallOf, InputOf, Visitor } from '@parley/contracts';
import { registerParts } from '@parley/contracts/event-queue';
import { RawJson, ServesRawJson } from '@parley/rpc';
import { RegisterOrganization } from './register-organization.js';

type Params = InputOf<typeof registerParts.organization>;

@Controller()
export class RegisterController {
  constructor(private readonly register: RegisterOrganization) {}

  @ServesRawJson(registerParts.organization)
  async registerPart({ caller, params }: CallOf<typeof registerParts.organization>) {
    return RawJson.object({ fields: await this.fieldsFor(caller, params) });
  }

  private async fieldsFor(caller: Caller | Visitor, params: Params): Promise<RawJson> {
    if ('userId' in caller) return this.register.execute(caller, params);
    const { snapshotId, options, spectatedOrganizationId } = params;
    if (spectatedOrganizationId === undefined) return RawJson.of({});
    return this.register.forSpectator(spectatedOrganizationId, snapshotId, options);
  }
}
