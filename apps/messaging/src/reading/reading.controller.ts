import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { getMessage, getMessages, getReadReceipts, matchNarrow } from '@parley/contracts/messaging';
import { Serves } from '@parley/rpc';
import { GetMessage } from './get-message.js';
import { GetMessages } from './get-messages.js';
import { GetReadReceipts } from './get-read-receipts.js';
import { MatchNarrow } from './match-narrow.js';

@Controller()
export class ReadingController {
  constructor(
    private readonly single: GetMessage,
    private readonly range: GetMessages,
    private readonly matching: MatchNarrow,
    private readonly receipts: GetReadReceipts,
  ) {}

  @Serves(getMessage)
  getMessage(call: CallOf<typeof getMessage>) {
    return this.single.execute(call.caller, call.params);
  }

  @Serves(getMessages)
  getMessages(call: CallOf<typeof getMessages>) {
    return this.range.execute(call.caller, call.params);
  }

  @Serves(matchNarrow)
  matchNarrow(call: CallOf<typeof matchNarrow>) {
    return this.matching.execute(call.caller, call.params);
  }

  @Serves(getReadReceipts)
  getReadReceipts(call: CallOf<typeof getReadReceipts>) {
    return this.receipts.execute(call.caller, call.params);
  }
}
