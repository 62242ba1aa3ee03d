import { Controller } from '@nestjs/common';
import { type CallOf, sendMessage } from '@parley/contracts';
import { Serves } from '@parley/rpc';
import { SendMessage } from './sending/send-message.js';

@Controller()
export class MessagesController {
  constructor(private readonly sending: SendMessage) {}

  @Serves(sendMessage)
  sendMessage(call: CallOf<typeof sendMessage>) {
    return this.sending.execute(call.caller, call.params);
  }
}
