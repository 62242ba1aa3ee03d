import { Injectable } from '@nestjs/common';
import type { DomainEvent } from '@parley/contracts';
import { messageSent, messageUpdated } from '@parley/contracts/messaging';
import { Mail } from '@parley/mail';
import type { Tx } from '@parley/persistence';
import { type NotificationBatch, type NotificationChannel, NotificationChannels } from '../following/notification-channel.js';
import { storeMissed } from './missed-mails.repository.js';

/** E-mail about missed messages: stores what is told, unless this installation cannot send mail. */
@Injectable()
export class EmailChannel implements NotificationChannel {
  readonly name = 'email';
  readonly events: readonly DomainEvent[] = [messageSent, messageUpdated];

  constructor(
    private readonly mail: Mail,
    channels: NotificationChannels,
  ) {
    channels.add(this);
  }

  async take(tx: Tx, { organizationId, missed }: NotificationBatch): Promise<void> {
    if (!this.mail.isConfigured) return;
    const mailed = (await missed()).filter(({ email }) => email !== null);
    if (mailed.length > 0) await storeMissed(tx, organizationId, mailed);
  }
}
