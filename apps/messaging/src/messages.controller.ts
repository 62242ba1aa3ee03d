import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { getMessage, getMessages, getReadReceipts, matchNarrow, renderMessage, sendMessage } from '@parley/contracts/messaging';
import { Serves } from '@parley/rpc';
import { GetMessage } from './reading/get-message.js';
import { GetMessages } from './reading/get-messages.js';
import { GetReadReceipts } from './reading/get-read-receipts.js';
import { MatchNarrow } from './reading/match-narrow.js';
import { PreviewMessage } from './sending/preview-message.js';
import { SendMessage } from './sending/send-message.js';

@Controller()
export class MessagesController {
  constructor(
    private readonly sending: SendMessage,
    private readonly preview: PreviewMessage,
    private readonly single: GetMessage,
    private readonly range: GetMessages,
    private readonly matching: MatchNarrow,
    private readonly receipts: GetReadReceipts,
  ) {}

  @Serves(sendMessage)
  sendMessage(call: CallOf<typeof sendMessage>) {
    return this.sending.execute(call.caller, call.params);
  }

  @Serves(renderMessage)
  renderMessage(call: CallOf<typeof renderMessage>) {
    return this.preview.execute(call.caller, call.params);
  }

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
