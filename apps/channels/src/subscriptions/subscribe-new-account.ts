import { Injectable } from '@nestjs/common';
import { userById } from '@parley/access';
import { type InputOf, isRole, type OutputOf, ROLES } from '@parley/contracts';
import type { subscribeNewAccount } from '@parley/contracts/channels';
import { leaveNewestUnread, sendNotice } from '@parley/contracts/messaging';
import { type ChangeLog, EventLog } from '@parley/event-log';
import { type ChannelRecord, channelsById, defaultChannelIds, subscriptionsOfUser, type Tx } from '@parley/persistence';
import { channelIdsOfGroups } from '../default-groups/default-groups.repository.js';
import { addSubscriptions } from './add-subscriptions.js';
import { giveHistory } from './subscriptions.repository.js';

type Input = InputOf<typeof subscribeNewAccount>;

/**
 * Subscribes a new account to its first channels. A repeated call changes nothing, because channels that the user has or had are
 * skipped.
 */
@Injectable()
export class SubscribeNewAccount {
  constructor(private readonly eventLog: EventLog) {}

  async execute(input: Input): Promise<OutputOf<typeof subscribeNewAccount>> {
    const { organizationId, joined } = input;
    await this.eventLog.change(organizationId, async (tx, log) => {
      const channels = await subscribeIn(tx, log, input);
      if (joined === undefined) return;
      await giveHistoryOf(tx, log, input, channels);
      // After the subscriptions, as clients expect. Their keys ensure that each notice is sent once.
      for (const { key, notice } of joined.notices) log.enqueue(sendNotice, { organizationId, key, notice });
    });
    return {};
  }
}

/** Returns the channels that the user was not subscribed to before. */
async function subscribeIn(
  tx: Tx,
  log: ChangeLog,
  { organizationId, userId, channelIds, includesDefaults, defaultGroupIds = [] }: Input,
): Promise<readonly ChannelRecord[]> {
  const person = await userById(tx, organizationId, userId);
  if (person === undefined || !person.isActive || !isRole(person.role)) return [];
  const defaults = includesDefaults && person.role !== ROLES.guest ? await defaultChannelIds(tx, organizationId) : [];
  const chosen = person.role === ROLES.guest ? [] : await channelIdsOfGroups(tx, organizationId, defaultGroupIds);
  const known = new Set((await subscriptionsOfUser(tx, organizationId, userId)).map((subscription) => subscription.channelId));
  const wanted = [...new Set([...defaults, ...chosen, ...channelIds])].filter((id) => !known.has(id));
  const channels = (await channelsById(tx, organizationId, wanted)).filter((channel) => !channel.isArchived);
  if (channels.length === 0) return [];
  const { id, role, isBot, botOwnerId } = person;
  await addSubscriptions(tx, log, { organizationId, people: [{ id, role, isBot, botOwnerId }], channels, colors: new Map() });
  return channels;
}

/** Lets the new user read earlier messages of public channels. */
async function giveHistoryOf(tx: Tx, log: ChangeLog, { organizationId, userId }: Input, channels: readonly ChannelRecord[]): Promise<void> {
  const channelIds = channels.filter((channel) => !channel.isPrivate).map((channel) => channel.id);
  const newest = log.lastMessageId;
  const isGiven = await giveHistory(tx, organizationId, userId, { channelIds, newest });
  if (isGiven) log.enqueue(leaveNewestUnread, { organizationId, userId, channelIds, newest });
}
