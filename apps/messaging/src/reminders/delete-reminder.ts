import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, type InputOf } from '@parley/contracts';
import { type deleteReminder, reminderRemoved } from '@parley/contracts/messaging';
import { EventLog } from '@parley/event-log';
import { removeReminder } from './reminders.repository.js';

/** DELETE /reminders/{reminder_id}. */
@Injectable()
export class DeleteReminder {
  constructor(private readonly eventLog: EventLog) {}

  async execute(caller: Caller, { reminder_id: id }: InputOf<typeof deleteReminder>): Promise<Record<string, never>> {
    const { organizationId, userId } = caller;
    await this.eventLog.change(organizationId, async (tx, log) => {
      if (!(await removeReminder(tx, organizationId, userId, id))) throw apiErrors.noSuchReminder();
      log.append(reminderRemoved, { userId, reminderId: id });
    });
    return {};
  }
}
