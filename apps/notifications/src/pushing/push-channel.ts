import { Inject, Injectable } from '@nestjs/common';
import type { DomainEvent, LoggedEvent } from '@parley/contracts';
import { messageFlagsChanged, messageSent, messagesBecameRead, messagesDeleted, messageUpdated } from '@parley/contracts/messaging';
import type { Tx } from '@parley/persistence';
import { CONFIG } from '@parley/runtime';
import type { NotificationsConfig } from '../config.js';
import { TRIGGERS } from '../deciding/missed-message.js';
import { noLongerUnread } from '../following/no-longer-unread.js';
import { type NotificationBatch, type NotificationChannel, NotificationChannels } from '../following/notification-channel.js';
import { DeliverPushes } from './deliver-pushes.js';
import { enqueueMessages, enqueueRemovals, type Marks, takeMarks } from './push-deliveries.repository.js';

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
    const marks = await marksToRemove(tx, organizationId, events);
    if (marks.length > 0) await enqueueRemovals(tx, organizationId, marks);
  }

  taken(): void {
    this.deliveries.wake();
  }
}

/** Deletes and returns the marks of messages that devices must no longer show after these events. */
async function marksToRemove(tx: Tx, organizationId: number, events: readonly LoggedEvent[]): Promise<Marks[]> {
  const deleted = events.filter(({ type }) => type === messagesDeleted.type);
  const ended = [
    ...noLongerUnread(events),
    ...deleted.map(({ payload }) => ({ messageIds: messagesDeleted.payload.parse(payload).messageIds })),
  ];
  const marks: Marks[] = [];
  for (const each of ended) marks.push(...(await takeMarks(tx, organizationId, each)));
  return marks;
}
