import { Injectable } from '@nestjs/common';
import { visibleUser } from '@parley/access';
import { apiErrors, type Caller, type InputOf, type OutputOf } from '@parley/contracts';
import type { listChannelsOfUser } from '@parley/contracts/channels';
import { Database, subscriptionsOfUser } from '@parley/persistence';
import { visibleChannels } from '../channels/visible-channels.js';

/** The channels of a user. The caller must be allowed to see both. */
@Injectable()
export class ListChannelsOfUser {
  constructor(private readonly database: Database) {}

  async execute(caller: Caller, { user_id: userId }: InputOf<typeof listChannelsOfUser>): Promise<OutputOf<typeof listChannelsOfUser>> {
    const reader = this.database.direct;
    const person = await visibleUser(reader, caller, userId);
    if (person?.isActive !== true) throw apiErrors.noSuchUser();
    const subscriptions = await subscriptionsOfUser(reader, caller.organizationId, userId);
    const subscribed = new Set(subscriptions.filter(({ active }) => active).map(({ channelId }) => channelId));
    const visible = await visibleChannels(reader, caller);
    const ids = visible.filter(({ channel }) => !channel.isArchived && subscribed.has(channel.id)).map(({ channel }) => channel.id);
    return { subscribed_channel_ids: ids.sort((a, b) => a - b) };
  }
}
