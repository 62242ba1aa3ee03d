import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { deleteMessage, deleteTopic } from '@parley/contracts/messaging';
import { Serves } from '@parley/rpc';
import { DeleteMessage } from './delete-message.js';
import { DeleteTopic } from './delete-topic.js';

@Controller()
export class DeletingController {
  constructor(
    private readonly message: DeleteMessage,
    private readonly topic: DeleteTopic,
  ) {}

  @Serves(deleteMessage)
  deleteMessage(call: CallOf<typeof deleteMessage>) {
    return this.message.execute(call.caller, call.params);
  }

  @Serves(deleteTopic)
  deleteTopic(call: CallOf<typeof deleteTopic>) {
    return this.topic.execute(call.caller, call.params);
  }
}
