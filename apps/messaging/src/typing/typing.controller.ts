import { Controller } from '@nestjs/common';
import { type CallOf, setTyping } from '@parley/contracts';
import { Serves } from '@parley/rpc';
import { SetTyping } from './set-typing.js';

@Controller()
export class TypingController {
  constructor(private readonly writing: SetTyping) {}

  @Serves(setTyping)
  setTyping(call: CallOf<typeof setTyping>) {
    return this.writing.execute(call.caller, call.params);
  }
}
