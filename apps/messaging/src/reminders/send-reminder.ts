import { Injectable } from '@nestjs/common';
import { userById } from '@parley/access';
import { reminderCreated, reminderRemoved } from '@parley/contracts/messaging';
import type { ChangeLog } from '@parley/event-log';
import type { Tx } from '@parley/persistence';
import { OrganizationAddresses } from '@parley/runtime';
import { callerOf } from '../due-times/caller-of.js';
import { type Delivered, ONE_FAILED, ONE_SENT } from '../due-times/delivered.js';
import { SendNotice } from '../notices/send-notice.js';
import type { RenderInChange } from '../rendering/message-renderer.js';
import { type ReminderContent, reminderContent } from './reminded-message.js';
import { lostReminderText } from './reminder-text.js';
import { readReminder, reminderObjectOf, removeReminder, type StoredReminder, storeReminderFailure } from './reminders.repository.js';

/**
 * Sends a reminder that is due, however late. It quotes the message as it is now. If its reader may not read the message any more, they only
 * receive their note. It runs inside one change: the reminder is sent once, whatever dies.
 */
@Injectable()
export class SendReminder {
  constructor(
    private readonly notices: SendNotice,
    private readonly addresses: OrganizationAddresses,
  ) {}

  /** A deactivated user keeps it, marked as failed. */
  async execute(tx: Tx, log: ChangeLog, organizationId: number, id: number, render: RenderInChange): Promise<Delivered> {
    const stored = await readReminder(tx, organizationId, id);
    if (stored === undefined) throw new Error(`there is no reminder ${id}`);
    const text = await this.text(tx, organizationId, stored);
    if (text === undefined) {
      await fail(tx, log, organizationId, stored);
      return ONE_FAILED;
    }
    const { userId } = stored;
    const notice = { to: { userId }, content: text.content, channels: [...text.channels], readBy: null };
    if (!(await this.notices.within(tx, log, organizationId, notice, { render }))) throw new Error('the reminder has no recipient');
    await removeReminder(tx, organizationId, userId, id);
    log.append(reminderRemoved, { userId, reminderId: id });
    return ONE_SENT;
  }

  /** Called when all attempts failed. Inside a change. */
  async giveUp(tx: Tx, log: ChangeLog, organizationId: number, id: number): Promise<void> {
    const stored = await readReminder(tx, organizationId, id);
    if (stored !== undefined) await fail(tx, log, organizationId, stored);
  }

  /** Undefined if the user is deactivated. */
  private async text(tx: Tx, organizationId: number, { userId, messageId, note }: StoredReminder): Promise<ReminderContent | undefined> {
    const user = await userById(tx, organizationId, userId);
    if (user === undefined || !user.isActive) return undefined;
    const content = await reminderContent(tx, this.addresses, callerOf(user, 'Internal'), messageId, note);
    return content ?? { content: lostReminderText(note), channels: [] };
  }
}

/** Clients know no update of a reminder, so they remove it and add it again. */
async function fail(tx: Tx, log: ChangeLog, organizationId: number, stored: StoredReminder): Promise<void> {
  const { id, userId } = stored;
  await storeReminderFailure(tx, organizationId, id);
  log.append(reminderRemoved, { userId, reminderId: id });
  log.append(reminderCreated, { userId, reminder: reminderObjectOf({ ...stored, failed: true }) });
}
