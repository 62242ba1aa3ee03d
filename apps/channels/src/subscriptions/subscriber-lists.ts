import { watchersOfChannels } from '@parley/access';
import { ROLES } from '@parley/contracts';
import type { PeerAudience } from '@parley/contracts/channels';
import { type ChannelRecord, type SqlReader, subscribersOf } from '@parley/persistence';
import type { Principal } from './principals.js';

interface Lists {
  userIds: readonly number[];
  guestIds: readonly number[];
}

/** The subscribers of each channel of a call, updated while its events are built one by one. */
export class SubscriberLists {
  private constructor(
    private readonly lists: Map<number, Lists>,
    private readonly channels: ReadonlyMap<number, ChannelRecord>,
    private readonly watchers: Awaited<ReturnType<typeof watchersOfChannels>>,
  ) {}

  static async load(reader: SqlReader, organizationId: number, channels: readonly ChannelRecord[]): Promise<SubscriberLists> {
    const watchers = await watchersOfChannels(reader, organizationId, channels);
    const rows = await subscribersOf(
      reader,
      organizationId,
      channels.map((channel) => channel.id),
    );
    return new SubscriberLists(
      new Map(rows.map(({ channelId, userIds, guestIds }) => [channelId, { userIds, guestIds }])),
      new Map(channels.map((channel) => [channel.id, channel])),
      watchers,
    );
  }

  join(channelId: number, people: readonly Principal[]): void {
    const { userIds, guestIds } = this.of(channelId);
    const ids = people.map((person) => person.id);
    this.lists.set(channelId, { userIds: merged(userIds, ids), guestIds: merged(guestIds, guestsAmong(people)) });
  }

  leave(channelId: number, people: readonly Principal[]): void {
    const gone = new Set(people.map((person) => person.id));
    const stays = (id: number) => !gone.has(id);
    const { userIds, guestIds } = this.of(channelId);
    this.lists.set(channelId, { userIds: userIds.filter(stays), guestIds: guestIds.filter(stays) });
  }

  /** Sorted. */
  subscriberIds(channelId: number): number[] {
    return [...this.of(channelId).userIds];
  }

  /** The users who may learn that `people` join or leave. */
  peers(channelId: number, people: readonly Principal[]): PeerAudience {
    const channel = this.channels.get(channelId);
    if (channel === undefined) throw new Error(`channel ${channelId} was not loaded`);
    const concerned = new Set(people.map((person) => person.id));
    const watchers = this.watchers(channelId);
    return {
      watchers,
      isPrivate: channel.isPrivate,
      // Guests of web-public channels are in the audience by their role already.
      guestSubscriberIds: channel.isPrivate || channel.isWebPublic ? [] : this.of(channelId).guestIds.filter((id) => !concerned.has(id)),
    };
  }

  private of(channelId: number): Lists {
    return this.lists.get(channelId) ?? { userIds: [], guestIds: [] };
  }
}

function merged(some: readonly number[], others: readonly number[]): number[] {
  return [...new Set([...some, ...others])].sort((a, b) => a - b);
}

function guestsAmong(people: readonly Principal[]): number[] {
  return people.filter((person) => person.role === ROLES.guest).map((person) => person.id);
}
