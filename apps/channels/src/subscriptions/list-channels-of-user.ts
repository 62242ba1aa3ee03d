import { Injectable } from '@nestjs/common';
import { visibleUser } from '@parley/access';
import { apiErrors, type Caller, type InputOf, type OutputOf } from '@parley/contracts';
import type { listChannelsOfUser } from '@parley/contracts/channels';
import { Database } from '@parley/persistence';
import { visibleChannelsOf } from '../channels/visible-channels.js';

/** The channels of a user. The caller must be allowed to see both. */
@Injectable()
export class ListChannelsOfUser {
  constructor(private readonly database: Database) {}

  /** In one snapshot: a channel that becomes private meanwhile is not judged by who was subscribed before. */
  execute(caller: Caller, { user_id: userId }: InputOf<typeof listChannelsOfUser>): Promise<OutputOf<typeof listChannelsOfUser>> {
    return this.database.transaction(
      async (tx) => {
        const person = await visibleUser(tx, caller, userId);
        if (person?.isActive !== true) throw apiErrors.noSuchUser();
        const visible = await visibleChannelsOf(tx, caller, userId);
        return { subscribed_channel_ids: visible.map(({ channel }) => channel.id) };
      },
      { isolation: 'RepeatableRead' },
    );
  }
}
