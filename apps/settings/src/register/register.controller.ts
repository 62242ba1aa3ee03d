import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { registerParts } from '@parley/contracts/event-queue';
import { Serves } from '@parley/rpc';
import { ReadRegisterPart } from './read-register-part.js';

@Controller()
export class RegisterController {
  constructor(private readonly reading: ReadRegisterPart) {}

  @Serves(registerParts.settings)
  registerPart(call: CallOf<typeof registerParts.settings>) {
    return this.reading.execute(call.caller, call.params);
  }
}
