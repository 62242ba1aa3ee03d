import { Controller } from '@nestjs/common';
import type { Caller, CallOf, InputOf, Visitor } from '@parley/contracts';
import { registerParts } from '@parley/contracts/event-queue';
import { RawJson, ServesRawJson } from '@parley/rpc';
import { RegisterOrganization } from './register-organization.js';

type Params = InputOf<typeof registerParts.organization>;
type Fields = Readonly<Record<string, unknown>>;

@Controller()
export class RegisterController {
  constructor(private readonly register: RegisterOrganization) {}

  @ServesRawJson(registerParts.organization)
  async registerPart({ caller, params }: CallOf<typeof registerParts.organization>) {
    return RawJson.object({ fields: RawJson.object(await this.fieldsFor(caller, params)) });
  }

  private async fieldsFor(caller: Caller | Visitor, { snapshotId, options, spectatedOrganizationId }: Params): Promise<Fields> {
    if ('userId' in caller) return this.register.execute(caller, snapshotId, options);
    return spectatedOrganizationId === undefined ? {} : this.register.forSpectator(spectatedOrganizationId, snapshotId, options);
  }
}
