import { Injectable } from '@nestjs/common';
import type { DomainEvent } from '@parley/contracts';
import { messageFlagsChanged, messageSent, messagesBecameRead, messageUpdated } from '@parley/contracts/messaging';
import { Mail } from '@parley/mail';
import type { Tx } from '@parley/persistence';
import { noLongerUnread } from '../following/no-longer-unread.js';
import { type NotificationBatch, type NotificationChannel, NotificationChannels } from '../following/notification-channel.js';
import { forgetRead, keepNewest, storeMissed } from './store-missed.repository.js';

/** E-mail about missed messages: stores what is told, and forgets what was read, unless this installation cannot send mail. */
@Injectable()
export class EmailChannel implements NotificationChannel {
  readonly name = 'email';
  readonly events: readonly DomainEvent[] = [messageSent, messageUpdated, messageFlagsChanged, messagesBecameRead];

  constructor(
    private readonly mail: Mail,
    channels: NotificationChannels,
  ) {
    channels.add(this);
  }

  async take(tx: Tx, { organizationId, events, missed }: NotificationBatch): Promise<void> {
    if (!this.mail.isConfigured) return;
    const mayTell = events.some(({ type }) => type === messageSent.type || type === messageUpdated.type);
    const mailed = mayTell ? (await missed()).filter(({ email }) => email !== null) : [];
    if (mailed.length > 0) await storeMissed(tx, organizationId, mailed);
    await forgetRead(tx, organizationId, noLongerUnread(events));
    await keepNewest(tx, organizationId, mailed);
  }
}
