import { Injectable } from '@nestjs/common';
import { type Readers, strangersTo, visibleThroughConversation, watchersOfChannels } from '@parley/access';
import { mentionedIn } from '@parley/contracts/messaging';
import { appendPeopleRevealed, type ChangeLog, EventLog } from '@parley/event-log';
import { channelsById, Database, isUniqueViolation, type Tx } from '@parley/persistence';
import { OrganizationAddresses } from '@parley/runtime';
import { readersUnsubscribed } from '../channel-history/unsubscribed-readers.repository.js';
import type { ComposedMessage } from '../composing/compose.js';
import { isDailyLimitReached } from '../daily-limit/daily-limit.js';
import type { Destination } from '../destinations/destination.js';
import type { DestinationChannel } from '../destinations/destination-context.repository.js';
import { readFirstSend } from '../local-ids/local-ids.repository.js';
import { markArchivedChannelRead, wakeChannel } from './channel-activity.repository.js';
import { checkSentPayload } from './check-sent-payload.js';
import { insertMessage, type MessageNews, type MessageToStore } from './store-message.repository.js';
import { StoreTogether } from './store-together.js';
import { type StoredMessage, storedMessage } from './stored-message.js';

/**
 * Stores a message. Usually this is one statement (`StoreTogether`). Some messages take the organization's counter first, so that it is decided at the
 * message's position in the log who knows of the channel, who reads it and who sees whom: the first message of a channel, its first after a
 * long inactivity, a notice in an archived channel, a message that mentions a bot in a channel, and messages that limited guests may read.
 */
@Injectable()
export class StoreMessage {
  constructor(
    private readonly database: Database,
    private readonly eventLog: EventLog,
    private readonly together: StoreTogether,
    private readonly addresses: OrganizationAddresses,
  ) {}

  /** With the local id of an earlier send it stores nothing, and returns the id of the first message. */
  async execute(organizationId: number, toStore: Omit<MessageToStore, 'news'>): Promise<StoredMessage> {
    const { message, localId } = toStore;
    try {
      return await this.store(organizationId, toStore);
    } catch (error) {
      if (localId === null || localId === undefined || !mayBeRepetition(error)) throw error;
      const first = await readFirstSend(this.database.direct, organizationId, message.facts.sender.id, localId);
      if (first === undefined) throw error;
      return { messageId: first, events: [], senderVisibility: null };
    }
  }

  /** Like `execute`, inside a change. */
  async within(tx: Tx, log: ChangeLog, organizationId: number, toStore: Omit<MessageToStore, 'news'>): Promise<StoredMessage> {
    const { message } = toStore;
    const { destination, mayMeetStrangers } = message;
    if (mayMeetStrangers && destination.kind === 'direct') {
      await appendPeopleRevealed(tx, log, organizationId, await visibleThroughConversation(tx, organizationId, idsOf(destination)));
    }
    const bots = await botsReached(tx, organizationId, message);
    const news = {
      ...(await channelNews(tx, organizationId, destination)),
      ...(bots.length === 0 ? {} : { botIds: bots }),
      ...(await this.strangers(tx, organizationId, message, bots)),
    };
    let stored: StoredMessage | undefined;
    await log.adopt(async () => {
      const withNews = { ...toStore, news };
      checkSentPayload(withNews);
      stored = storedMessage(organizationId, await insertMessage(tx, organizationId, withNews));
      return stored.events;
    });
    if (stored === undefined) throw new Error('the log adopted no message');
    if (destination.kind === 'channel' && destination.channel.isArchived) {
      await markArchivedChannelRead(tx, organizationId, destination.channel.id, stored.messageId);
    }
    return stored;
  }

  private store(organizationId: number, toStore: Omit<MessageToStore, 'news'>): Promise<StoredMessage> {
    if (isPlain(toStore.message)) return this.together.store(organizationId, toStore);
    return this.eventLog.change(organizationId, (tx, log) => this.within(tx, log, organizationId, toStore));
  }

  private async strangers(
    tx: Tx,
    organizationId: number,
    { facts, destination, mayMeetStrangers }: ComposedMessage,
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

/** The first message may have been the last one that the quota allowed. */
function mayBeRepetition(error: unknown): boolean {
  return isUniqueViolation(error, 'sent_local_id_pkey') || isDailyLimitReached(error);
}

function isPlain({ destination, mayMeetStrangers, botIds }: ComposedMessage): boolean {
  return !mayMeetStrangers && (destination.kind === 'direct' || (botIds.length === 0 && isUnchangedBySend(destination.channel)));
}

/** The bots that receive the message because it mentions them: not subscribed, and they may read it. */
async function botsReached(tx: Tx, organizationId: number, { destination, botIds }: ComposedMessage): Promise<number[]> {
  if (destination.kind === 'direct' || botIds.length === 0) return [];
  return readersUnsubscribed(tx, organizationId, destination.channel.id, botIds);
}

function isUnchangedBySend({ hasMessages, isRecentlyActive, isArchived }: DestinationChannel): boolean {
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
