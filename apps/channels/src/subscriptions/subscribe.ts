import { Injectable } from '@nestjs/common';
import { mayAddOthers, maySubscribe } from '@parley/access';
import { apiErrors, type Caller, type InputOf, LIMITS, type OutputOf, ROLES } from '@parley/contracts';
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

const TRANSACTION_TIMEOUT_MS = 25_000;

/** Subscribes the caller or other users to channels. Channels that do not exist are created. */
@Injectable()
export class Subscribe {
  constructor(private readonly eventLog: EventLog) {}

  async execute(caller: Caller, params: Params): Promise<Result> {
    if (caller.role === ROLES.guest) throw apiErrors.guestsNotAllowed();
    const requested = requestedChannels(params.subscriptions);
    const settings = newChannelSettings(params);
    return this.eventLog.change(caller.organizationId, (tx, log) => subscribeIn(tx, log, caller, params, requested, settings), {
      timeoutMs: TRANSACTION_TIMEOUT_MS,
    });
  }
}

async function subscribeIn(
  tx: Tx,
  log: ChangeLog,
  caller: Caller,
  params: Params,
  requested: readonly RequestedChannel[],
  settings: NewChannelSettings,
): Promise<Result> {
  const people = await loadPrincipals(tx, caller, params.principals);
  const existing = await existingChannels(tx, caller, requested);
  const permissions = await ChannelPermissions.load(tx, caller, [...existing.values()]);

  const refused = [...existing.values()].filter((channel) => !maySubscribe(channel, permissions.relationTo(channel)));
  const [firstRefused] = refused;
  if (firstRefused !== undefined && params.authorization_errors_fatal) {
    throw apiErrors.channelNotAccessible({ name: firstRefused.name });
  }
  const open = [...existing.values()].filter((channel) => !refused.includes(channel));
  checkMayAdd(caller, people, open, permissions);

  const missing = requested.filter((channel) => !existing.has(channel.key));
  const created =
    missing.length === 0 ? [] : await createChannels(tx, log, caller, permissions, { channels: missing, settings, groups: params });
  const channels = inOrder(requested, [...open, ...created]);
  const joined = await addSubscriptions(tx, log, {
    organizationId: caller.organizationId,
    people,
    channels,
    colors: colorsOf(requested, channels),
  });
  const author = await NoticeAuthor.load(tx, caller);
  const welcomes = params.send_new_subscription_messages ? author.subscribed(newSubscriptionsOf(caller, people, open, joined)) : [];
  const sendsWelcomes = welcomes.length > 0 && welcomes.length <= LIMITS.max_bulk_new_subscription_messages;
  enqueueNotices(log, caller.organizationId, [
    ...(sendsWelcomes ? welcomes : []),
    ...author.created(created),
    ...(params.announce ? author.announced(created) : []),
  ]);
  return {
    ...namesByUser(people, channels, joined),
    ...(params.authorization_errors_fatal ? {} : { unauthorized: inOrder(requested, refused).map((channel) => channel.name) }),
    new_subscription_messages_sent: sendsWelcomes,
  };
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

/** By folded name, in the requested order. */
async function existingChannels(tx: Tx, caller: Caller, requested: readonly RequestedChannel[]): Promise<Map<string, ChannelForUser>> {
  const names = requested.map((channel) => channel.name);
  const found = await channelsByName(tx, caller.organizationId, caller.userId, names);
  return new Map(inOrder(requested, found).map((channel) => [channelNameKey(channel.name), channel]));
}

/** Only for existing channels: the creator of a channel administers it, so they may add others. */
function checkMayAdd(
  caller: Caller,
  people: readonly Principal[],
  channels: readonly ChannelForUser[],
  permissions: ChannelPermissions,
): void {
  const addsOthers = people.some((person) => person.id !== caller.userId);
  if (addsOthers && !channels.every((channel) => mayAddOthers(permissions.managing(channel)))) throw apiErrors.insufficientPermission();
}

function inOrder<C extends ChannelRecord>(requested: readonly RequestedChannel[], channels: readonly C[]): C[] {
  const byKey = new Map(channels.map((channel) => [channelNameKey(channel.name), channel]));
  return requested.flatMap((channel) => byKey.get(channel.key) ?? []);
}

function colorsOf(requested: readonly RequestedChannel[], channels: readonly ChannelRecord[]): Map<number, string> {
  const byKey = new Map(requested.map((channel) => [channel.key, channel.color]));
  const colors = channels.map((channel) => [channel.id, byKey.get(channelNameKey(channel.name))] as const);
  return new Map(colors.flatMap(([channelId, color]) => (color === undefined ? [] : [[channelId, color] as const])));
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
