import { reminderCreated, reminderRemoved } from '@parley/contracts/messaging';
import type { ChangeLog } from '@parley/event-log';
import { escapeHtml } from '@parley/markdown';
import type { Tx } from '@parley/persistence';
import { lostReminderText } from './reminder-text.js';
import { reminderObjectOf, remindersAbout, replaceReminderText } from './reminders.repository.js';

/** Removes the quotes of messages that are being deleted from the reminders about them. Clients know no update of a reminder. */
export async function hideDeletedTexts(tx: Tx, log: ChangeLog, organizationId: number, messageIds: readonly number[]): Promise<void> {
  for (const stored of await remindersAbout(tx, organizationId, messageIds)) {
    const content = lostReminderText(stored.note);
    const hidden = { ...stored, content, rendered: `<p>${escapeHtml(content).replaceAll('\n', '<br>\n')}</p>` };
    await replaceReminderText(tx, organizationId, hidden);
    log.append(reminderRemoved, { userId: stored.userId, reminderId: stored.id });
    log.append(reminderCreated, { userId: stored.userId, reminder: reminderObjectOf(hidden) });
  }
}
