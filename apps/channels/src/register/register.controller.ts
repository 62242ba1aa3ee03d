import { Controller } from '@nestjs/common';
import { type CallOf, registerParts } from '@parley/contracts';
import { Serves } from '@parley/rpc';
import { ReadRegisterPart } from './read-register-part.js';

@Controller()
export class RegisterController {
  constructor(private readonly reading: ReadRegisterPart) {}

  @Serves(registerParts.channels)
  registerPart(call: CallOf<typeof registerParts.channels>) {
    return this.reading.execute(call.caller, call.params);
  }
}
