import { Controller } from '@nestjs/common';
import { type CallOf, getMessage, getMessages, sendMessage } from '@parley/contracts';
import { Serves } from '@parley/rpc';
import { GetMessage } from './reading/get-message.js';
import { GetMessages } from './reading/get-messages.js';
import { SendMessage } from './sending/send-message.js';

@Controller()
export class MessagesController {
  constructor(
    private readonly sending: SendMessage,
    private readonly single: GetMessage,
    private readonly range: GetMessages,
  ) {}

  @Serves(sendMessage)
  sendMessage(call: CallOf<typeof sendMessage>) {
    return this.sending.execute(call.caller, call.params);
  }

  @Serves(getMessage)
  getMessage(call: CallOf<typeof getMessage>) {
    return this.single.execute(call.caller, call.params);
  }

  @Serves(getMessages)
  getMessages(call: CallOf<typeof getMessages>) {
    return this.range.execute(call.caller, call.params);
  }
}
