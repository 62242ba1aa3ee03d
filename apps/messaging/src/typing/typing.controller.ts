import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { setEditTyping, setTyping } from '@parley/contracts/messaging';
import { Serves } from '@parley/rpc';
import { SetEditTyping } from './set-edit-typing.js';
import { SetTyping } from './set-typing.js';

@Controller()
export class TypingController {
  constructor(
    private readonly writing: SetTyping,
    private readonly editing: SetEditTyping,
  ) {}

  @Serves(setTyping)
  setTyping(call: CallOf<typeof setTyping>) {
    return this.writing.execute(call.caller, call.params);
  }

  @Serves(setEditTyping)
  setEditTyping(call: CallOf<typeof setEditTyping>) {
    return this.editing.execute(call.caller, call.params);
  }
}
