import { Injectable } from '@nestjs/common';
import type { InputOf, OutputOf } from '@parley/contracts';
import type { purgeNotifications } from '@parley/contracts/notifications';
import { Database, type PurgeStep, purgeForAWhile, purgeRows } from '@parley/persistence';

/** Deletes what the service stores for an organization that is being purged. */
@Injectable()
export class PurgeNotifications {
  readonly steps: readonly PurgeStep[];

  constructor(private readonly database: Database) {
    this.steps = [
      purgeRows(database, 'missed_message', { key: ['user_id', 'message_id'] }),
      purgeRows(database, 'missed_mail_due', { key: ['user_id'] }),
      purgeRows(database, 'digest_topic', { key: ['channel_id', 'topic_id'] }),
      purgeRows(database, 'digest_mail', { key: ['user_id'] }),
      purgeRows(database, 'digest_run', { key: [] }),
      purgeRows(database, 'webhook_call', { key: ['bot_id', 'message_id'] }),
      purgeRows(database, 'notification_cursor', { key: [] }),
      purgeRows(database, 'push_delivery', { key: ['id'] }),
      purgeRows(database, 'pushed_message', { key: ['message_id', 'user_id', 'service'] }),
    ];
  }

  execute(input: InputOf<typeof purgeNotifications>): Promise<OutputOf<typeof purgeNotifications>> {
    return purgeForAWhile(this.database.direct, this.steps, input);
  }
}
