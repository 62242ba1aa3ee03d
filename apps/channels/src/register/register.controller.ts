import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { registerParts } from '@parley/contracts/event-queue';
import { RawJson, ServesRawJson } from '@parley/rpc';
import { ReadRegisterPart } from './read-register-part.js';

@Controller()
export class RegisterController {
  constructor(private readonly reading: ReadRegisterPart) {}

  @ServesRawJson(registerParts.channels)
  async registerPart(call: CallOf<typeof registerParts.channels>) {
    return RawJson.object({ fields: RawJson.object(await this.reading.execute(call.caller, call.params)) });
  }
}
