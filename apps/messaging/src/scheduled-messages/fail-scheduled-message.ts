import { Injectable } from '@nestjs/common';
import { scheduledMessageUpdated } from '@parley/contracts/messaging';
import type { ChangeLog } from '@parley/event-log';
import type { Tx } from '@parley/persistence';
import { SendNotice } from '../notices/send-notice.js';
import { failureText } from './failure-text.js';
import { scheduledMessageObjectOf } from './schedule.js';
import { type StoredSchedule, storeFailure } from './scheduled-messages.repository.js';

/** Gives up messages of one user that could not be sent when they were due. Their owner still has them. */
@Injectable()
export class FailScheduledMessage {
  constructor(private readonly notices: SendNotice) {}

  /** Inside a change. The notification bot tells an active user once, however many there are. */
  async execute(tx: Tx, log: ChangeLog, organizationId: number, failed: readonly StoredSchedule[], reason: string): Promise<void> {
    const [first] = failed;
    if (first === undefined) return;
    const { userId } = first;
    const ids = failed.map(({ id }) => id);
    await storeFailure(tx, organizationId, ids, reason);
    for (const stored of failed) {
      log.append(scheduledMessageUpdated, { userId, scheduledMessage: scheduledMessageObjectOf(stored.id, stored, true) });
    }
    const content = failureText(first.dueAt, failed.length, reason);
    await this.notices.within(tx, log, organizationId, { to: { userId }, content, channels: [], readBy: null });
  }
}
