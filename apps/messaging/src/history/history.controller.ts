import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { getMessageHistory } from '@parley/contracts/messaging';
import { Serves } from '@parley/rpc';
import { GetMessageHistory } from './get-message-history.js';

@Controller()
export class HistoryController {
  constructor(private readonly history: GetMessageHistory) {}

  @Serves(getMessageHistory)
  getMessageHistory(call: CallOf<typeof getMessageHistory>) {
    return this.history.execute(call.caller, call.params);
  }
}
