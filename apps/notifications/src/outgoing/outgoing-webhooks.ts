import { Injectable } from '@nestjs/common';
import { type DomainEvent, FLAG_BITS } from '@parley/contracts';
import { messageSent } from '@parley/contracts/messaging';
import type { Tx } from '@parley/persistence';
import type { SentMessage } from '../deciding/sent-message.js';
import { type NotificationBatch, type NotificationChannel, NotificationChannels } from '../following/notification-channel.js';
import { CallPrograms } from './call-programs.js';
import { storeCalls, type Trigger } from './calls.repository.js';

/** Calls the programs behind bots that are mentioned or get a direct message. */
@Injectable()
export class OutgoingWebhooks implements NotificationChannel {
  readonly name = 'outgoing-webhooks';
  readonly events: readonly DomainEvent[] = [messageSent];

  constructor(
    channels: NotificationChannels,
    private readonly calls: CallPrograms,
  ) {
    channels.add(this);
  }

  async take(tx: Tx, { organizationId, events }: NotificationBatch): Promise<void> {
    const triggers = events.flatMap(({ payload }) => triggersOf(payload as SentMessage));
    // Most messages mention no one.
    if (triggers.length > 0) await storeCalls(tx, organizationId, triggers);
  }

  taken(): void {
    this.calls.beginSoon();
  }
}

/** Whom a message could trigger: most of them are people. */
export function triggersOf({ message, flags, botIds = [] }: SentMessage): Trigger[] {
  const { id: messageId, sender, recipient } = message;
  const trigger = (userId: number, kind: Trigger['kind']) => ({ userId, messageId, senderId: sender.id, kind });
  if (recipient.kind === 'direct')
    return recipient.participants.filter(({ id }) => id !== sender.id).map(({ id }) => trigger(id, 'direct_message'));
  const mentioned = Object.entries(flags).flatMap(([id, bits]) => ((bits & FLAG_BITS.mentioned) === 0 ? [] : [Number(id)]));
  return [...new Set([...mentioned, ...botIds])].map((id) => trigger(id, 'mention'));
}
