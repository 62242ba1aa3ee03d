import { Injectable } from '@nestjs/common';
import { mayAddOthers, maySubscribe } from '@parley/access';
import { apiErrors, type CallOf, type OutputOf } from '@parley/contracts';
import type { checkInvitedChannels } from '@parley/contracts/channels';
import { Database, defaultChannelIds } from '@parley/persistence';
import { ChannelPermissions } from '../channels/channel-permissions.js';
import { visibleChannels } from '../channels/visible-channels.js';

/** Whether the caller may invite new users to these channels. */
@Injectable()
export class CheckInvitedChannels {
  constructor(private readonly database: Database) {}

  async execute(
    caller: CallOf<typeof checkInvitedChannels>['caller'],
    channelIds: readonly number[],
  ): Promise<OutputOf<typeof checkInvitedChannels>> {
    if (channelIds.length === 0) return {};
    if (!('userId' in caller)) throw apiErrors.insufficientPermission();
    const reader = this.database.direct;
    const visible = new Map((await visibleChannels(reader, caller)).map(({ channel }) => [channel.id, channel]));
    const channels = channelIds.map((id) => {
      const channel = visible.get(id);
      if (channel === undefined || channel.isArchived) {
        throw apiErrors.invalidInvitationChannel({ id });
      }
      return channel;
    });
    const defaults = new Set(await defaultChannelIds(reader, caller.organizationId));
    const permissions = await ChannelPermissions.load(reader, caller, channels);
    const mayAdd = (channel: (typeof channels)[number]) =>
      defaults.has(channel.id) || (maySubscribe(channel, permissions.relationTo(channel)) && mayAddOthers(permissions.managing(channel)));
    if (!channels.every(mayAdd)) throw apiErrors.cannotSubscribeOthers();
    return {};
  }
}
