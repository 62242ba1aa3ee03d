import { Injectable } from '@nestjs/common';
import { scheduledMessageUpdated } from '@parley/contracts/messaging';
import type { ChangeLog } from '@parley/event-log';
import type { Tx } from '@parley/persistence';
import { SendNotice } from '../notices/send-notice.js';
import { failureText } from './failure-text.js';
import { scheduledMessageObjectOf } from './schedule.js';
import { type StoredSchedule, storeFailure } from './scheduled-messages.repository.js';

/** Gives up a message that could not be sent when it was due. Its owner still has it. */
@Injectable()
export class FailScheduledMessage {
  constructor(private readonly notices: SendNotice) {}

  /** Inside a change. The notification bot tells an active user. */
  async execute(tx: Tx, log: ChangeLog, organizationId: number, stored: StoredSchedule, reason: string): Promise<void> {
    const { id, userId, dueAt } = stored;
    await storeFailure(tx, organizationId, id, reason);
    log.append(scheduledMessageUpdated, { userId, scheduledMessage: scheduledMessageObjectOf(id, stored, true) });
    await this.notices.within(tx, log, organizationId, { to: { userId }, content: failureText(dueAt, reason), channels: [], readBy: null });
  }
}
