import { Injectable } from '@nestjs/common';
import { channelObjects, hasContentAccess, type VisibleChannel } from '@parley/access';
import type { Caller, InputOf, OutputOf } from '@parley/contracts';
import type { listChannels } from '@parley/contracts/channels';
import { Database, defaultChannelIds, subscriptionsOfUser } from '@parley/persistence';
import { byName } from './by-name.js';
import { visibleChannels } from './visible-channels.js';

type Params = InputOf<typeof listChannels>;

/** The visible channels that any of the `include_` parameters selects, ordered by name. */
@Injectable()
export class ListChannels {
  constructor(private readonly database: Database) {}

  async execute(caller: Caller, params: Params): Promise<OutputOf<typeof listChannels>> {
    const reader = this.database.direct;
    const ofOwner = params.include_owner_subscribed ? await this.channelsOfOwner(caller) : new Set<number>();
    const selected = (await visibleChannels(reader, caller)).filter(
      (visible) => !(params.exclude_archived && visible.channel.isArchived) && isSelected(visible, params, ofOwner),
    );
    const channels = selected.map(({ channel }) => channel).sort(byName);
    const streams = await channelObjects(reader, caller.organizationId, channels);
    if (!params.include_default) return { streams };
    const defaults = new Set(await defaultChannelIds(reader, caller.organizationId));
    return { streams: streams.map((stream) => ({ ...stream, is_default: defaults.has(stream.stream_id) })) };
  }

  private async channelsOfOwner({ organizationId, botOwnerId }: Caller): Promise<ReadonlySet<number>> {
    if (botOwnerId === null) return new Set();
    const subscriptions = await subscriptionsOfUser(this.database.direct, organizationId, botOwnerId);
    return new Set(subscriptions.filter((subscription) => subscription.active).map((subscription) => subscription.channelId));
  }
}

function isSelected({ channel, relation }: VisibleChannel, params: Params, ofOwner: ReadonlySet<number>): boolean {
  return (
    params.include_all ||
    (params.include_subscribed && channel.isSubscribed) ||
    (params.include_public && !channel.isPrivate && hasContentAccess(channel, relation)) ||
    (params.include_web_public && channel.isWebPublic) ||
    (params.include_owner_subscribed && ofOwner.has(channel.id)) ||
    (params.include_can_access_content && hasContentAccess(channel, relation))
  );
}
