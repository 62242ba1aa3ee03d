import { type ChannelUpdated, channelUpdated } from '@parley/contracts/channels';
import { type ClientEvent, fanOut, type Part } from '../fan-out.js';
import { hidden, knowsArchivedChannels, revealed } from './revealing-channels.js';

/**
 * Users who can see the channel receive one `stream` update for each property. Users for whom it becomes visible receive `stream` create
 * and its subscribers; users for whom it becomes hidden receive `stream` delete.
 */
export const channelUpdatedFanOut = fanOut(channelUpdated, {
  parts: (updated) => {
    const parts = [...lost(updated), ...updates(updated), ...gained(updated)];
    return updated.isArchived ? parts.map((part) => ({ ...part, wants: knowsArchivedChannels })) : parts;
  },
});

function lost({ channelId, lost: losers }: ChannelUpdated): Part[] {
  if (losers === undefined) return [];
  return [hidden(channelId, { roles: losers.roles, users: losers.userIds, except: losers.except })];
}

function updates({ channelId, name, changes, kept }: ChannelUpdated): Part[] {
  return changes.map((change) => ({
    clientType: 'stream',
    audience: { channels: [channelId], roles: kept.roles, users: kept.userIds },
    render: (): ClientEvent => ({
      type: 'stream',
      op: 'update',
      stream_id: channelId,
      name,
      property: change.property,
      value: change.value,
      ...change.also,
    }),
  }));
}

function gained({ gained: gainers }: ChannelUpdated): Part[] {
  if (gainers === undefined) return [];
  const { roles, userIds, except, channel, subscriberIds, former = [] } = gainers;
  return revealed({ channel, subscriberIds, former }, { roles, users: userIds, except });
}
