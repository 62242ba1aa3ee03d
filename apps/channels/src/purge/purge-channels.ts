import { Injectable } from '@nestjs/common';
import type { InputOf, OutputOf } from '@parley/contracts';
import type { purgeChannels } from '@parley/contracts/channels';
import { Database, type PurgeStep, purgeForAWhile, purgeRows } from '@parley/persistence';

/** Deletes the channels of an organization that is being purged, after its messages: channels are how those are found. */
@Injectable()
export class PurgeChannels {
  readonly steps: readonly PurgeStep[];

  constructor(private readonly database: Database) {
    this.steps = [
      purgeRows(database, 'user_topic', { column: 'user_id', parent: 'user_account' }),
      purgeRows(database, 'subscription_span', { column: 'user_id', parent: 'user_account' }),
      purgeRows(database, 'subscription', { column: 'user_id', parent: 'user_account' }),
      purgeRows(database, 'default_channel', { key: ['channel_id'] }),
      purgeRows(database, 'default_channel_group', { key: ['id'] }),
      purgeRows(database, 'channel', { key: ['name_key'] }),
      purgeRows(database, 'channel_folder', { key: ['name_key'] }),
    ];
  }

  execute(input: InputOf<typeof purgeChannels>): Promise<OutputOf<typeof purgeChannels>> {
    return purgeForAWhile(this.database.direct, this.steps, input);
  }
}
