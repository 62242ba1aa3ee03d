import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { getMessageHistory, updateMessage } from '@parley/contracts/messaging';
import { Serves } from '@parley/rpc';
import { GetMessageHistory } from '../history/get-message-history.js';
import { UpdateMessage } from './update-message.js';

@Controller()
export class EditingController {
  constructor(
    private readonly updating: UpdateMessage,
    private readonly history: GetMessageHistory,
  ) {}

  @Serves(updateMessage)
  updateMessage(call: CallOf<typeof updateMessage>) {
    return this.updating.execute(call.caller, call.params);
  }

  @Serves(getMessageHistory)
  getMessageHistory(call: CallOf<typeof getMessageHistory>) {
    return this.history.execute(call.caller, call.params);
  }
}
