import { Injectable } from '@nestjs/common';
import { mayAddOthers, maySubscribe } from '@parley/access';
import { apiErrors, type Caller, enforce, type InputOf, LIMITS, type OutputOf, type Refusal, ROLES, refuseTokens } from '@parley/contracts';
import { channelNameKey, subscribe } from '@parley/contracts/channels';
import { type ChangeLog, EventLog, enqueueNotices } from '@parley/event-log';
import { type ChannelForUser, type ChannelRecord, channelsByName, type Tx } from '@parley/persistence';
import { ChannelPermissions } from '../channels/channel-permissions.js';
import { createChannels } from '../channels/create-channels.js';
import { type NewChannelSettings, newChannelSettings } from '../channels/new-channel-settings.js';
import { NoticeAuthor } from '../notices/notice-author.js';
import { addSubscriptions } from './add-subscriptions.js';
import { loadPrincipals, type Principal } from './principals.js';
import { type RequestedChannel, requestedChannels } from './requested-channels.js';

type Params = InputOf<typeof subscribe>;
type Result = OutputOf<typeof subscribe>;

/** More than the usual limit, because one request can subscribe thousands of people to many channels. */
const TRANSACTION_TIMEOUT_MS = 25_000;

/** Subscribes the caller or other users to channels. Channels that do not exist are created. */
@Injectable()
export class Subscribe {
  constructor(private readonly eventLog: EventLog) {}

  execute(caller: Caller, params: Params): Promise<Result> {
    return this.eventLog.change(caller.organizationId, (tx, log) => this.within(tx, log, caller, params), {
      timeoutMs: TRANSACTION_TIMEOUT_MS,
    });
  }

  /** Inside a change. */
  async within(tx: Tx, log: ChangeLog, caller: Caller, params: Params): Promise<Result> {
    if (caller.role === ROLES.guest) throw apiErrors.guestsNotAllowed();
    const wanted = { channels: requestedChannels(params.subscriptions), settings: newChannelSettings(params) };
    return subscribeIn(tx, log, caller, params, wanted);
  }
}

interface Wanted {
  readonly channels: readonly RequestedChannel[];
  /** Settings of the channels that must be created. */
  readonly settings: NewChannelSettings;
}

async function subscribeIn(tx: Tx, log: ChangeLog, caller: Caller, params: Params, { channels, settings }: Wanted): Promise<Result> {
  const { organizationId } = caller;
  const people = await loadPrincipals(tx, caller, params.principals);
  const existing = await existingChannels(tx, caller, channels);
  const permissions = await ChannelPermissions.load(tx, caller, [...existing.values()]);
  const { open, refused } = byAccess(existing, permissions);
  if (params.authorization_errors_fatal) enforce(accessRefusal(refused));
  enforce(addingRefusal(caller, people, open, permissions));
  // The others would keep their access after the token is revoked. A new channel has nothing yet that they could read.
  if (open.length > 0 && people.some(({ id }) => id !== caller.userId)) refuseTokens(caller);

  const missing = channels.filter(({ key }) => !existing.has(key));
  const created =
    missing.length === 0 ? [] : await createChannels(tx, log, caller, permissions, { channels: missing, settings, groups: params });
  const joinable = inOrder(channels, [...open, ...created]);
  const joined = await addSubscriptions(tx, log, { organizationId, people, ...joinable });

  const author = await NoticeAuthor.load(tx, caller);
  const welcomes = params.send_new_subscription_messages ? author.subscribed(newSubscriptionsOf(caller, people, open, joined)) : [];
  const sendsWelcomes = welcomes.length > 0 && welcomes.length <= LIMITS.max_bulk_new_subscription_messages;
  const announcements = params.announce ? author.announced(created) : [];
  enqueueNotices(log, organizationId, [...(sendsWelcomes ? welcomes : []), ...author.created(created), ...announcements]);
  return {
    ...namesByUser(people, joinable.channels, joined),
    ...(params.authorization_errors_fatal ? {} : { unauthorized: refused.map((channel) => channel.name) }),
    new_subscription_messages_sent: sendsWelcomes,
  };
}

/** The existing channels by case-folded name, in the requested order. */
async function existingChannels(
  tx: Tx,
  { organizationId, userId }: Caller,
  requested: readonly RequestedChannel[],
): Promise<ReadonlyMap<string, ChannelForUser>> {
  const names = requested.map((channel) => channel.name);
  const { channels } = inOrder(requested, await channelsByName(tx, organizationId, userId, names));
  return new Map(channels.map((channel) => [channelNameKey(channel.name), channel]));
}

/** Requested channels in the requested order, with the requested colours by channel id. */
function inOrder<C extends ChannelRecord>(requested: readonly RequestedChannel[], channels: readonly C[]) {
  const byKey = new Map(channels.map((channel) => [channelNameKey(channel.name), channel]));
  const matched = requested.flatMap(({ key, color }) => {
    const channel = byKey.get(key);
    return channel === undefined ? [] : [{ channel, color }];
  });
  return {
    channels: matched.map(({ channel }) => channel),
    colors: new Map(matched.map(({ channel, color }) => [channel.id, color])),
  };
}

/** The channels to which the caller may subscribe, and the others. */
function byAccess(existing: ReadonlyMap<string, ChannelForUser>, permissions: ChannelPermissions) {
  const channels = [...existing.values()];
  const isOpen = (channel: ChannelForUser) => maySubscribe(channel, permissions.relationTo(channel));
  return { open: channels.filter(isOpen), refused: channels.filter((channel) => !isOpen(channel)) };
}

function accessRefusal([first]: readonly ChannelForUser[]): Refusal {
  return first && apiErrors.channelNotAccessible({ name: first.name });
}

/** Only for existing channels: creators administer their new channels, and so may add others. */
function addingRefusal(
  caller: Caller,
  people: readonly Principal[],
  channels: readonly ChannelForUser[],
  permissions: ChannelPermissions,
): Refusal {
  const addsOthers = people.some((person) => person.id !== caller.userId);
  const mayAdd = !addsOthers || channels.every((channel) => mayAddOthers(permissions.managing(channel)));
  return mayAdd ? undefined : apiErrors.insufficientPermission();
}

/** The new subscriptions of users other than the caller, by user. Without bots, and without newly created channels. */
function newSubscriptionsOf(
  caller: Caller,
  people: readonly Principal[],
  channels: readonly ChannelRecord[],
  joined: ReadonlyMap<number, readonly number[]>,
): Map<number, ChannelRecord[]> {
  const others = people.filter((person) => person.id !== caller.userId && !person.isBot);
  const newcomers = new Map(channels.map((channel) => [channel.id, new Set(joined.get(channel.id))]));
  const subscriptions = others.map(({ id }) => [id, channels.filter((channel) => newcomers.get(channel.id)?.has(id))] as const);
  return new Map(subscriptions.filter(([, subscribed]) => subscribed.length > 0).map(([id, subscribed]) => [id, [...subscribed]]));
}

function namesByUser(
  people: readonly Principal[],
  channels: readonly ChannelRecord[],
  joined: ReadonlyMap<number, readonly number[]>,
): Pick<Result, 'subscribed' | 'already_subscribed'> {
  const subscribed: Record<string, string[]> = {};
  const alreadySubscribed: Record<string, string[]> = {};
  for (const channel of channels) {
    const newcomers = new Set(joined.get(channel.id));
    for (const { id } of people) {
      const names = newcomers.has(id) ? subscribed : alreadySubscribed;
      names[id] = [...(names[id] ?? []), channel.name];
    }
  }
  return { subscribed, already_subscribed: alreadySubscribed };
}
