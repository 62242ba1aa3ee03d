import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { updateMessage } from '@parley/contracts/messaging';
import { Serves } from '@parley/rpc';
import { UpdateMessage } from './update-message.js';

@Controller()
export class EditingController {
  constructor(private readonly updating: UpdateMessage) {}

  @Serves(updateMessage)
  updateMessage(call: CallOf<typeof updateMessage>) {
    return this.updating.execute(call.caller, call.params);
  }
}
