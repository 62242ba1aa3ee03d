import { Controller } from '@nestjs/common';
import { type CallOf, registerParts } from '@parley/contracts';
import { JsonText, ServesText } from '@parley/rpc';
import { ReadRegisterPart } from './read-register-part.js';

@Controller()
export class RegisterController {
  constructor(private readonly reading: ReadRegisterPart) {}

  @ServesText(registerParts.channels)
  async registerPart(call: CallOf<typeof registerParts.channels>) {
    return JsonText.object({ fields: JsonText.object(await this.reading.execute(call.caller, call.params)) });
  }
}
