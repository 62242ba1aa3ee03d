import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { renderMessage, sendMessage } from '@parley/contracts/messaging';
import { Serves } from '@parley/rpc';
import { PreviewMessage } from './preview-message.js';
import { SendMessage } from './send-message.js';

@Controller()
export class SendingController {
  constructor(
    private readonly sending: SendMessage,
    private readonly preview: PreviewMessage,
  ) {}

  @Serves(sendMessage)
  sendMessage(call: CallOf<typeof sendMessage>) {
    return this.sending.execute(call.caller, call.params);
  }

  @Serves(renderMessage)
  renderMessage(call: CallOf<typeof renderMessage>) {
    return this.preview.execute(call.caller, call.params);
  }
}
