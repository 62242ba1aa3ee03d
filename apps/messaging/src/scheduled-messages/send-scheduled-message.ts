import { Inject, Injectable } from '@nestjs/common';
import { userById } from '@parley/access';
import { ApiError, apiErrors } from '@parley/contracts';
import { scheduledMessageRemoved } from '@parley/contracts/messaging';
import type { ChangeLog } from '@parley/event-log';
import type { Tx } from '@parley/persistence';
import { CONFIG } from '@parley/runtime';
import type { MessagingConfig } from '../config.js';
import { callerOf } from '../due-times/caller-of.js';
import { type Delivered, ONE_SENT } from '../due-times/delivered.js';
import type { RenderInChange } from '../rendering/message-renderer.js';
import { ComposeDraft, type ReadyMessage, readyMessage } from '../sending/compose-draft.js';
import { StoreMessage } from '../storing/store-message.js';
import { FailScheduledMessage } from './fail-scheduled-message.js';
import { TOO_LATE } from './failure-text.js';
import { addresseeOfSchedule } from './schedule.js';
import { lateSchedules, readSchedule, removeSchedule, type StoredSchedule } from './scheduled-messages.repository.js';

const HOUR_SECONDS = 3_600;
/** It may be sent later. */
const TOO_MANY = 429;

/**
 * Sends a scheduled message that is due, as its writer may send it now. It runs inside one change: the message, its events and the removal of the
 * scheduled one commit together, so it is sent once, whatever dies.
 */
@Injectable()
export class SendScheduledMessage {
  constructor(
    private readonly composing: ComposeDraft,
    private readonly storing: StoreMessage,
    private readonly failing: FailScheduledMessage,
    @Inject(CONFIG) private readonly config: Pick<MessagingConfig, 'SCHEDULED_MESSAGE_MAX_LATE_HOURS'>,
  ) {}

  /** All that became too late meanwhile fails at once, so that its writer receives one notice. */
  async execute(tx: Tx, log: ChangeLog, organizationId: number, id: number, render: RenderInChange): Promise<Delivered> {
    const stored = await readSchedule(tx, organizationId, id);
    if (stored === undefined) throw new Error(`there is no scheduled message ${id}`);
    const ready = await this.compose(tx, organizationId, stored, render);
    if (typeof ready === 'string') {
      const failed = ready === TOO_LATE ? await lateSchedules(tx, organizationId, stored.userId, this.maxLateSeconds) : [stored];
      await this.failing.execute(tx, log, organizationId, failed, ready);
      return { outcome: 'failed', count: failed.length };
    }
    const { message, change, daily } = ready;
    await this.storing.within(tx, log, organizationId, { message, change, dailyLimit: daily.limit });
    await removeSchedule(tx, organizationId, stored.userId, id);
    log.append(scheduledMessageRemoved, { userId: stored.userId, scheduledMessageId: id });
    return ONE_SENT;
  }

  /** Called when all attempts failed. Inside a change. */
  async giveUp(tx: Tx, log: ChangeLog, organizationId: number, id: number): Promise<void> {
    const stored = await readSchedule(tx, organizationId, id);
    if (stored !== undefined) await this.failing.execute(tx, log, organizationId, [stored], apiErrors.internal().msg);
  }

  private get maxLateSeconds(): number {
    return this.config.SCHEDULED_MESSAGE_MAX_LATE_HOURS * HOUR_SECONDS;
  }

  /** The message, or why it may not be sent. */
  private async compose(tx: Tx, organizationId: number, stored: StoredSchedule, render: RenderInChange): Promise<ReadyMessage | string> {
    const sender = await userById(tx, organizationId, stored.userId);
    if (sender === undefined || !sender.isActive) return apiErrors.userDeactivated().msg;
    if (stored.late > this.maxLateSeconds) return TOO_LATE;
    const { content, readBySender: isReadBySender } = stored;
    const draft = { to: addresseeOfSchedule(stored), content, localId: null, isReadBySender };
    try {
      return readyMessage(await this.composing.execute(tx, callerOf(sender, stored.clientName), draft, render));
    } catch (error) {
      if (error instanceof ApiError && error.status < 500 && error.status !== TOO_MANY) return error.msg;
      throw error;
    }
  }
}
