import { Injectable } from '@nestjs/common';
import { countPeople } from '@parley/access';
import { presenceTimings } from '@parley/contracts/settings';
import type { SqlReader } from '@parley/persistence';
import { LRUCache } from 'lru-cache';
import { type Candidates, candidatesOf } from './candidates-of.js';
import { type Edit, editOf, type UpdatedMessage } from './edit-of.js';
import { isBroad, type MissedMessage, type Trigger } from './missed-message.js';
import { type RecipientRow, recipientsOf } from './recipients.repository.js';
import type { SentMessage } from './sent-message.js';
import { TooManyRecipients } from './too-many-recipients.js';
import { type Recipient, triggerOf, type Wanted } from './triggers.policy.js';

/** Only the order of magnitude of an organization's size matters. */
const SIZE_CACHE_MS = 5 * 60_000;
const MAX_ORGANIZATIONS = 10_000;
/** Of several messages together. One message may concern everyone in the organization. */
const MAX_RECIPIENTS = 20_000;

/** Decides who may have to be told of new messages and of added mentions, by their settings, mutes and presence of now. */
@Injectable()
export class FindMissed {
  private readonly offlineSeconds = new LRUCache<number, number>({ max: MAX_ORGANIZATIONS, ttl: SIZE_CACHE_MS });

  /**
   * People who want neither e-mail nor push are left out.
   * @throws TooManyRecipients never for a single message
   */
  async execute(
    reader: SqlReader,
    organizationId: number,
    sent: readonly SentMessage[],
    updated: readonly UpdatedMessage[] = [],
  ): Promise<MissedMessage[]> {
    const messages = new Map(sent.flatMap((each) => candidatesOf(each) ?? []).map((each) => [each.messageId, each]));
    const found = await this.recipients(reader, organizationId, [...messages.values()]);
    const missed = found.flatMap((row) => {
      const message = messages.get(row.messageId);
      return message === undefined || message.readBy.has(row.userId) ? [] : missedBy(row, message, triggers(row, message));
    });
    for (const each of updated) missed.push(...(await this.ofEdit(reader, organizationId, each)));
    return missed;
  }

  /** After how many seconds without activity someone is away. */
  async offlineAfter(reader: SqlReader, organizationId: number): Promise<number> {
    const known = this.offlineSeconds.get(organizationId);
    if (known !== undefined) return known;
    const { offlineThresholdSeconds } = presenceTimings(await countPeople(reader, organizationId));
    this.offlineSeconds.set(organizationId, offlineThresholdSeconds);
    return offlineThresholdSeconds;
  }

  private async recipients(reader: SqlReader, organizationId: number, messages: readonly Candidates[]): Promise<RecipientRow[]> {
    if (messages.length === 0) return [];
    const most = messages.length > 1 ? MAX_RECIPIENTS : null;
    const found = await recipientsOf(
      reader,
      organizationId,
      messages,
      await this.offlineAfter(reader, organizationId),
      most === null ? null : most + 1,
    );
    if (most !== null && found.length > most) throw new TooManyRecipients();
    return found;
  }

  /**
   * Those who were not told of the message before, in each way of telling. Someone who was told only for a reason that concerns many, such
   * as a followed topic, is also told when an edit mentions them or their group: messages to many may not be told (a mail keeps the newest
   * 50; push stops at 20 waiting).
   */
  private async ofEdit(reader: SqlReader, organizationId: number, updated: UpdatedMessage): Promise<MissedMessage[]> {
    const edit = await editOf(reader, organizationId, updated);
    if (edit === undefined) return [];
    const found = await this.recipients(reader, organizationId, [edit.candidates]);
    return found.flatMap((row) => {
      const [before, now] = [triggersBefore(row, edit), triggers(row, edit.candidates)];
      return missedBy(row, edit.candidates, { email: added(before.email, now.email), push: added(before.push, now.push) });
    });
  }
}

type Triggers = Readonly<Record<'email' | 'push', Trigger | null>>;

function triggers(row: RecipientRow, { place, named, isChannelWildcard }: Candidates): Triggers {
  const own = named.find((each) => each.userId === row.userId);
  return chosen(row, {
    isDirect: place === null,
    isMentioned: own?.isMentioned ?? false,
    isGroupMentioned: own?.isGroupMentioned ?? false,
    isTopicWildcard: own?.isTopicWildcard ?? false,
    isChannelWildcard,
  });
}

function triggersBefore(row: RecipientRow, { candidates, before }: Edit): Triggers {
  const own = candidates.named.find((each) => each.userId === row.userId);
  return chosen(row, {
    isDirect: false,
    isMentioned: before.userIds.has(row.userId),
    isGroupMentioned: before.memberIds.has(row.userId),
    isTopicWildcard: before.isTopicWildcard && (own?.isTopicWildcard ?? false),
    isChannelWildcard: before.isChannelWildcard,
  });
}

function added(before: Trigger | null, now: Trigger | null): Trigger | null {
  return before === null || (isBroad(before) && now !== null && !isBroad(now)) ? now : null;
}

type Reasons = Pick<Recipient, 'isDirect' | 'isMentioned' | 'isGroupMentioned' | 'isTopicWildcard' | 'isChannelWildcard'>;

function chosen(row: RecipientRow, reasons: Reasons): Triggers {
  const recipient = { ...row, ...reasons };
  const email: Wanted = { mentions: row.mailsMentions, followedTopics: row.mailsFollowedTopics, channels: row.mailsChannels };
  const push: Wanted = { mentions: row.pushesMentions, followedTopics: row.pushesFollowedTopics, channels: row.pushesChannels };
  return { email: triggerOf(recipient, email), push: triggerOf(recipient, push) };
}

function missedBy({ userId, isAway, isPushedOnline }: RecipientRow, { messageId, named }: Candidates, told: Triggers): MissedMessage[] {
  const { email, push } = told;
  if (email === null && push === null) return [];
  const isOfGroup = email === 'groupMention' || push === 'groupMention';
  const groupId = isOfGroup ? (named.find((each) => each.userId === userId)?.groupId ?? null) : null;
  return [{ messageId, userId, email, push, mentionedGroupId: groupId, isAway, isPushedOnline }];
}
