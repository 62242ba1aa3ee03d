import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { registerParts } from '@parley/contracts/event-queue';
import { Serves } from '@parley/rpc';
import { RegisterPart } from './register-part.js';

@Controller()
export class RegistrationController {
  constructor(private readonly part: RegisterPart) {}

  @Serves(registerParts.messaging)
  registerPart(call: CallOf<typeof registerParts.messaging>) {
    return this.part.execute(call.caller, call.params);
  }
}
