import {
  channelObjects,
  hasChosen,
  isWatching,
  personalPropertiesOf,
  visibleThroughSubscriptions,
  whereGuestsAreLimited,
} from '@parley/access';
import { type ChannelObject, type Inheritances, type SubscriptionAdded, subscriptionAdded } from '@parley/contracts/channels';
import { appendPeopleRevealed, type ChangeLog } from '@parley/event-log';
import { type ChannelRecord, inheritancesOf, type SubscriptionRecord, subscriptionsOf, type Tx } from '@parley/persistence';
import { ColorChoice } from './color-choice.js';
import type { Principal } from './principals.js';
import { SubscriberLists } from './subscriber-lists.js';
import { type SubscriptionBatch, subscriptionBatches } from './subscription-batches.js';
import { type NewSubscription, openSubscriptions, usedColors } from './subscriptions.repository.js';

export interface SubscriptionsToAdd {
  readonly organizationId: number;
  /** Ordered by id. */
  readonly people: readonly Principal[];
  readonly channels: readonly ChannelRecord[];
  /** Requested colours by channel id. */
  readonly colors: ReadonlyMap<number, string | undefined>;
}

/** One new or renewed subscription. */
interface Joined extends NewSubscription {
  /** The row of an earlier subscription. */
  readonly earlier: SubscriptionRecord | undefined;
}

/**
 * Subscribes the users to the channels and logs it. The number of statements depends neither on the users nor on the channels. Must run
 * inside EventLog.change, because spans begin after its newest message id. Returns the ids of the new subscribers by channel.
 */
export async function addSubscriptions(
  tx: Tx,
  log: ChangeLog,
  request: SubscriptionsToAdd,
): Promise<ReadonlyMap<number, readonly number[]>> {
  const joined = await newSubscriptions(tx, request);
  const byChannel = new Map(request.channels.map((channel) => [channel.id, idsOf(joined, channel.id)]));
  if (joined.length === 0) return byChannel;
  const lists = await SubscriberLists.load(tx, request.organizationId, request.channels);
  const objects = await channelObjects(tx, request.organizationId, request.channels);
  await logRevealedUsers(tx, log, request.organizationId, joined);
  await openSubscriptions(tx, request.organizationId, joined, log.lastMessageId);
  const inheriting = await inheritancesOf(tx, request.organizationId, [...new Set(joined.map(({ userId }) => userId))]);
  const events = new AddedEvents(request.people, { joined, objects, inheriting }, lists);
  for (const batch of subscriptionBatches(byChannel)) log.append(subscriptionAdded, events.next(batch));
  return byChannel;
}

/** Guests must learn of users before they learn that these are in a channel. */
async function logRevealedUsers(tx: Tx, log: ChangeLog, organizationId: number, joined: readonly Joined[]): Promise<void> {
  if ((await whereGuestsAreLimited(tx, organizationId)) === undefined) return;
  await appendPeopleRevealed(tx, log, organizationId, await visibleThroughSubscriptions(tx, organizationId, joined));
}

async function newSubscriptions(tx: Tx, { organizationId, people, channels, colors }: SubscriptionsToAdd): Promise<Joined[]> {
  const userIds = people.map((person) => person.id);
  const channelIds = channels.map((channel) => channel.id);
  const known = await subscriptionsOf(tx, organizationId, userIds, channelIds);
  const knownByPair = new Map(known.map((subscription) => [pairKey(subscription), subscription]));
  const choice = new ColorChoice(await usedColors(tx, organizationId, userIds));
  return channels.flatMap((channel) =>
    userIds.flatMap((userId) => {
      const earlier = knownByPair.get(pairKey({ userId, channelId: channel.id }));
      if (earlier?.active === true) return [];
      const requested = colors.get(channel.id);
      const color = earlier?.color ?? (requested === undefined ? choice.next(userId) : choice.take(userId, requested));
      return [{ userId, channelId: channel.id, color, earlier }];
    }),
  );
}

/** Builds the events of one call. Each event has the state at its position in the log. */
class AddedEvents {
  private readonly people: ReadonlyMap<number, Principal>;
  private readonly joined: ReadonlyMap<string, Joined>;
  private readonly objects: ReadonlyMap<number, ChannelObject>;

  private readonly inheriting: Inheritances;

  constructor(
    people: readonly Principal[],
    { joined, objects, inheriting }: { joined: readonly Joined[]; objects: readonly ChannelObject[]; inheriting: Inheritances },
    private readonly lists: SubscriberLists,
  ) {
    this.inheriting = inheriting;
    this.people = new Map(people.map((person) => [person.id, person]));
    this.joined = new Map(joined.map((each) => [pairKey(each), each]));
    this.objects = new Map(objects.map((object) => [object.stream_id, object]));
  }

  next({ userIds, channelIds }: SubscriptionBatch): SubscriptionAdded {
    const people = userIds.flatMap((id) => this.people.get(id) ?? []);
    const joining = new Set(userIds);
    return {
      userIds: [...userIds],
      channels: channelIds.map((channelId) => this.joinedChannel(channelId, people)),
      inheriting: this.inheriting.filter(({ userId }) => joining.has(userId)),
    };
  }

  private joinedChannel(channelId: number, people: readonly Principal[]): SubscriptionAdded['channels'][number] {
    const object = this.objects.get(channelId);
    if (object === undefined) throw new Error(`channel ${channelId} was not loaded`);
    this.lists.join(channelId, people);
    const subscriberIds = this.lists.subscriberIds(channelId);
    const peers = this.lists.peers(channelId, people);
    const joined = people.flatMap((person) => this.joined.get(pairKey({ userId: person.id, channelId })) ?? []);
    return {
      channel: { ...object, subscriber_count: subscriberIds.length },
      subscriberIds,
      colors: joined.map((each) => each.color),
      returning: joined.flatMap(({ userId, earlier }) =>
        earlier === undefined || !hasChosen(earlier) ? [] : [{ userId, properties: personalPropertiesOf(earlier) }],
      ),
      gainedAccess: people.filter((person) => !isWatching(peers.watchers, person)).map((person) => person.id),
      peers,
    };
  }
}

function idsOf(joined: readonly Joined[], channelId: number): number[] {
  return joined.filter((each) => each.channelId === channelId).map((each) => each.userId);
}

function pairKey({ userId, channelId }: { readonly userId: number; readonly channelId: number }): string {
  return `${userId}:${channelId}`;
}
