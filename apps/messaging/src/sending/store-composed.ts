import { Injectable } from '@nestjs/common';
import { metByConversation, type Readers, strangersTo, watchersOfChannels } from '@parley/access';
import { mentionedIn } from '@parley/contracts/messaging';
import { appendPeopleRevealed, type ChangeLog, EventLog } from '@parley/event-log';
import { channelsById, Database, type Tx } from '@parley/persistence';
import { OrganizationAddresses } from '@parley/runtime';
import { readersUnsubscribed } from '../channel-history/channel-watchers.repository.js';
import type { Composed } from './compose.js';
import type { Destination } from './destination.js';
import { type SendChannel } from './send-context.repository.js';
import { markArchivedChannelRead, wakeChannel } from './sending.repository.js';
import { type MessageNews, type MessageToStore, type Stored, storeMessage } from './store-message.js';

/**
 * Stores a message. Usually this is one statement. Some messages take the organization's counter first, so that it is decided at the
 * message's position in the log who knows of the channel, who reads it and who sees whom: the first message of a channel, its first after a
 * long inactivity, a notice in an archived channel, a message that mentions a bot in a channel, and messages that limited guests may read.
 */
@Injectable()
export class StoreComposed {
  constructor(
    private readonly database: Database,
    private readonly eventLog: EventLog,
    private readonly addresses: OrganizationAddresses,
  ) {}

  async execute(organizationId: number, message: Omit<MessageToStore, 'news'>): Promise<Stored> {
    if (isPlain(message.composed)) {
      const stored = await storeMessage(this.database.client, organizationId, message);
      this.eventLog.announce(organizationId, stored.events);
      return stored;
    }
    return this.eventLog.change(organizationId, (tx, log) => this.within(tx, log, organizationId, message));
  }

  /** Like `execute`, inside a change. */
  async within(tx: Tx, log: ChangeLog, organizationId: number, message: Omit<MessageToStore, 'news'>): Promise<Stored> {
    const { composed } = message;
    const { destination, mayMeetStrangers } = composed;
    if (mayMeetStrangers && destination.kind === 'direct') {
      await appendPeopleRevealed(tx, log, organizationId, await metByConversation(tx, organizationId, idsOf(destination)));
    }
    const bots = await mentionedBots(tx, organizationId, composed);
    const news = {
      ...(await channelNews(tx, organizationId, destination)),
      ...(bots.length === 0 ? {} : { botIds: bots }),
      ...(await this.strangers(tx, organizationId, composed, bots)),
    };
    let stored: Stored | undefined;
    await log.adopt(async () => {
      stored = await storeMessage(tx, organizationId, { ...message, news });
      return stored.events;
    });
    if (stored === undefined) throw new Error('the log adopted no message');
    if (destination.kind === 'channel' && destination.channel.isArchived) {
      await markArchivedChannelRead(tx, organizationId, destination.channel.id, stored.messageId);
    }
    return stored;
  }

  private async strangers(
    tx: Tx,
    organizationId: number,
    { facts, destination, mayMeetStrangers }: Composed,
    bots: readonly number[],
  ): Promise<MessageNews> {
    if (!mayMeetStrangers) return {};
    const mentioned = mentionedIn(facts.rendered);
    // The conversation itself makes the sender visible to the other participants.
    const named =
      destination.kind === 'channel' ? [facts.sender.id, ...mentioned] : mentioned.filter((id) => !idsOf(destination).includes(id));
    const people = await strangersTo(tx, organizationId, readersOf(destination, bots), named);
    return people.length === 0 ? {} : { strangers: { host: this.addresses.mailDomain(facts.organizationStringId), people } };
  }
}

function isPlain({ destination, mayMeetStrangers, botIds }: Composed): boolean {
  return !mayMeetStrangers && (destination.kind === 'direct' || (botIds.length === 0 && isUnchangedBySend(destination.channel)));
}

/** The bots that receive the message because it mentions them: not subscribed, and they may read it. */
async function mentionedBots(tx: Tx, organizationId: number, { destination, botIds }: Composed): Promise<number[]> {
  if (destination.kind === 'direct' || botIds.length === 0) return [];
  return readersUnsubscribed(tx, organizationId, destination.channel.id, botIds);
}

function isUnchangedBySend({ hasMessages, isRecentlyActive, isArchived }: SendChannel): boolean {
  return hasMessages && isRecentlyActive && !isArchived;
}

function readersOf(destination: Destination, bots: readonly number[]): Readers {
  if (destination.kind === 'channel') return { channelId: destination.channel.id, userIds: [...bots] };
  return { channelId: null, userIds: idsOf(destination) };
}

function idsOf({ participants }: Extract<Destination, { kind: 'direct' }>): number[] {
  return participants.map(({ id }) => id);
}

async function channelNews(tx: Tx, organizationId: number, destination: Destination): Promise<MessageNews> {
  if (destination.kind === 'direct' || isUnchangedBySend(destination.channel)) return {};
  const { id: channelId, isArchived } = destination.channel;
  if (isArchived) return { isArchived: true };
  const channels = await channelsById(tx, organizationId, [channelId]);
  const watchers = await watchersOfChannels(tx, organizationId, channels);
  const isActiveAgain = await wakeChannel(tx, organizationId, channelId);
  return { watchers: watchers(channelId), ...(isActiveAgain ? { isActiveAgain } : {}) };
}
