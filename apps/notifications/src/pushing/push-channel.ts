import { Inject, Injectable } from '@nestjs/common';
import type { DomainEvent, LoggedEvent } from '@parley/contracts';
import { messageFlagsChanged, messageSent, messagesBecameRead, messagesDeleted, messageUpdated } from '@parley/contracts/messaging';
import type { Tx } from '@parley/persistence';
import { CONFIG } from '@parley/runtime';
import type { NotificationsConfig } from '../config.js';
import { TRIGGERS } from '../deciding/missed-message.js';
import { type NotificationBatch, type NotificationChannel, NotificationChannels } from '../following/notification-channel.js';
import { DeliverPushes } from './deliver-pushes.js';
import { enqueueMessages, enqueueRemovals, takeMarks } from './push-deliveries.repository.js';

/** Push notifications. Stores what must be sent, and what must be removed from devices; DeliverPushes sends it. Without push services, nothing. */
@Injectable()
export class PushChannel implements NotificationChannel {
  readonly name = 'push';
  readonly events: readonly DomainEvent[] = [messageSent, messageUpdated, messageFlagsChanged, messagesBecameRead, messagesDeleted];

  constructor(
    channels: NotificationChannels,
    private readonly deliveries: DeliverPushes,
    @Inject(CONFIG) private readonly config: Pick<NotificationsConfig, 'PUSH_SERVICES'>,
  ) {
    if (config.PUSH_SERVICES.length > 0) channels.add(this);
  }

  async take(tx: Tx, { organizationId, events, missed }: NotificationBatch): Promise<void> {
    if (events.some(({ type }) => type === messageSent.type || type === messageUpdated.type)) {
      const told = (await missed()).flatMap(({ messageId, userId, push, mentionedGroupId, isAway, isPushedOnline }) =>
        push !== null && (isAway || isPushedOnline) ? [{ messageId, userId, trigger: TRIGGERS[push], groupId: mentionedGroupId }] : [],
      );
      if (told.length > 0) await enqueueMessages(tx, organizationId, this.config.PUSH_SERVICES, told);
    }
    for (const event of events) {
      const marks = await marksOf(tx, organizationId, event);
      if (marks.length > 0) await enqueueRemovals(tx, organizationId, marks);
    }
  }

  taken(): void {
    this.deliveries.wake();
  }
}

/** Deletes and returns the marks of messages that devices must no longer show after this event. */
async function marksOf(tx: Tx, organizationId: number, { type, payload }: LoggedEvent) {
  if (type === messageFlagsChanged.type) {
    const { userId, op, flag, messages, all } = messageFlagsChanged.payload.parse(payload);
    if (op !== 'add' || flag !== 'read') return [];
    return takeMarks(tx, organizationId, { userIds: [userId], messageIds: all ? undefined : messages });
  }
  if (type === messagesDeleted.type)
    return takeMarks(tx, organizationId, { messageIds: messagesDeleted.payload.parse(payload).messageIds });
  if (type !== messagesBecameRead.type) return [];
  const { readers } = messagesBecameRead.payload.parse(payload);
  return (await Promise.all(readers.map((each) => takeMarks(tx, organizationId, each)))).flat();
}
