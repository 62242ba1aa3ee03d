import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, type InputOf } from '@parley/contracts';
import { type deleteScheduledMessage, scheduledMessageRemoved } from '@parley/contracts/messaging';
import { EventLog } from '@parley/event-log';
import { removeSchedule } from './scheduled-messages.repository.js';

/** DELETE /scheduled_messages/{scheduled_message_id}. */
@Injectable()
export class DeleteScheduledMessage {
  constructor(private readonly eventLog: EventLog) {}

  async execute(caller: Caller, { scheduled_message_id: id }: InputOf<typeof deleteScheduledMessage>): Promise<Record<string, never>> {
    const { organizationId, userId } = caller;
    await this.eventLog.change(organizationId, async (tx, log) => {
      if (!(await removeSchedule(tx, organizationId, userId, id))) throw apiErrors.noSuchScheduledMessage();
      log.append(scheduledMessageRemoved, { userId, scheduledMessageId: id });
    });
    return {};
  }
}
