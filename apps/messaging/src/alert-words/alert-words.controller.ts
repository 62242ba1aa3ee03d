import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { addAlertWords, listAlertWords, removeAlertWords } from '@parley/contracts/messaging';
import { Serves } from '@parley/rpc';
import { ChangeAlertWords } from './change-alert-words.js';
import { ListAlertWords } from './list-alert-words.js';

@Controller()
export class AlertWordsController {
  constructor(
    private readonly list: ListAlertWords,
    private readonly change: ChangeAlertWords,
  ) {}

  @Serves(listAlertWords)
  listAlertWords(call: CallOf<typeof listAlertWords>) {
    return this.list.execute(call.caller);
  }

  @Serves(addAlertWords)
  addAlertWords(call: CallOf<typeof addAlertWords>) {
    return this.change.execute(call.caller, 'add', call.params);
  }

  @Serves(removeAlertWords)
  removeAlertWords(call: CallOf<typeof removeAlertWords>) {
    return this.change.execute(call.caller, 'remove', call.params);
  }
}
