import { Injectable } from '@nestjs/common';
import type { InputOf } from '@parley/contracts';
import { type hideDeletedTexts, reminderCreated, reminderRemoved } from '@parley/contracts/messaging';
import { EventLog } from '@parley/event-log';
import { changeInBatches } from '../change-in-batches.js';
import { quotingReminders, reminderObjectOf, replaceReminderTexts } from './reminders.repository.js';

/** Of one transaction, so that the counter of the organization is free in between. */
const PORTION = 200;

/**
 * Removes the quotes of deleted messages from the reminders about them. Many people may have a reminder of one announcement, so this is not part of
 * its deletion. Until it is done, reminders are read without their quotes.
 */
@Injectable()
export class HideDeletedTexts {
  constructor(private readonly eventLog: EventLog) {}

  async execute({ organizationId, messageIds }: InputOf<typeof hideDeletedTexts>): Promise<Record<string, never>> {
    await changeInBatches(this.eventLog, organizationId, async (tx, log) => {
      const reminders = await quotingReminders(tx, organizationId, messageIds, PORTION);
      await replaceReminderTexts(tx, organizationId, reminders);
      // Clients know no update of a reminder.
      for (const reminder of reminders) {
        log.append(reminderRemoved, { userId: reminder.userId, reminderId: reminder.id });
        log.append(reminderCreated, { userId: reminder.userId, reminder: reminderObjectOf(reminder) });
      }
      return reminders.length;
    });
    return {};
  }
}
