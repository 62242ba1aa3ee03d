import { Controller } from '@nestjs/common';
import { type CallOf, registerParts } from '@parley/contracts';
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
