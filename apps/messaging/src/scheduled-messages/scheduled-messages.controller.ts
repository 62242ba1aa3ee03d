import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { deleteScheduledMessage, editScheduledMessage, listScheduledMessages, scheduleMessage } from '@parley/contracts/messaging';
import { Serves } from '@parley/rpc';
import { DeleteScheduledMessage } from './delete-scheduled-message.js';
import { EditScheduledMessage } from './edit-scheduled-message.js';
import { ListScheduledMessages } from './list-scheduled-messages.js';
import { ScheduleMessage } from './schedule-message.js';

@Controller()
export class ScheduledMessagesController {
  constructor(
    private readonly list: ListScheduledMessages,
    private readonly scheduling: ScheduleMessage,
    private readonly editing: EditScheduledMessage,
    private readonly deletion: DeleteScheduledMessage,
  ) {}

  @Serves(listScheduledMessages)
  listScheduledMessages(call: CallOf<typeof listScheduledMessages>) {
    return this.list.execute(call.caller);
  }

  @Serves(scheduleMessage)
  scheduleMessage(call: CallOf<typeof scheduleMessage>) {
    return this.scheduling.execute(call.caller, call.params);
  }

  @Serves(editScheduledMessage)
  editScheduledMessage(call: CallOf<typeof editScheduledMessage>) {
    return this.editing.execute(call.caller, call.params);
  }

  @Serves(deleteScheduledMessage)
  deleteScheduledMessage(call: CallOf<typeof deleteScheduledMessage>) {
    return this.deletion.execute(call.caller, call.params);
  }
}
