import { Injectable } from '@nestjs/common';
import { countPeople } from '@parley/access';
import { presenceTimings } from '@parley/contracts/settings';
import type { SqlReader } from '@parley/persistence';
import { LRUCache } from 'lru-cache';
import { type Candidates, candidatesOf } from './candidates-of.js';
import type { MissedMessage } from './missed-message.js';
import { type RecipientRow, recipientsOf } from './recipients.repository.js';
import type { SentMessage } from './sent-message.js';
import { triggerOf } from './triggers.policy.js';

/** Only the order of magnitude of an organization's size matters. */
const SIZE_CACHE_MS = 5 * 60_000;
const MAX_ORGANIZATIONS = 10_000;

/** Decides who may have to be told of new messages, by their settings, mutes and presence of now. */
@Injectable()
export class FindMissed {
  private readonly offlineSeconds = new LRUCache<number, number>({ max: MAX_ORGANIZATIONS, ttl: SIZE_CACHE_MS });

  /** At most one entry for each message and person. People who want neither e-mail nor push are left out. */
  async execute(reader: SqlReader, organizationId: number, sent: readonly SentMessage[]): Promise<MissedMessage[]> {
    const messages = new Map(sent.flatMap((each) => candidatesOf(each) ?? []).map((each) => [each.messageId, each]));
    if (messages.size === 0) return [];
    const found = await recipientsOf(reader, organizationId, [...messages.values()], await this.offlineAfter(reader, organizationId));
    return found.flatMap((row) => {
      const message = messages.get(row.messageId);
      return message === undefined ? [] : missedBy(row, message);
    });
  }

  /** After how many seconds without activity someone is away. */
  async offlineAfter(reader: SqlReader, organizationId: number): Promise<number> {
    const known = this.offlineSeconds.get(organizationId);
    if (known !== undefined) return known;
    const { offlineThresholdSeconds } = presenceTimings(await countPeople(reader, organizationId));
    this.offlineSeconds.set(organizationId, offlineThresholdSeconds);
    return offlineThresholdSeconds;
  }
}

function missedBy(row: RecipientRow, { messageId, place, named, isChannelWildcard, readBy }: Candidates): MissedMessage[] {
  const { userId, isAway, isPushedOnline } = row;
  if (readBy.has(userId)) return [];
  const own = named.find((each) => each.userId === userId);
  const recipient = {
    ...row,
    isDirect: place === null,
    isMentioned: own?.isMentioned ?? false,
    isGroupMentioned: own?.isGroupMentioned ?? false,
    isTopicWildcard: own?.isTopicWildcard ?? false,
    isChannelWildcard,
  };
  const email = triggerOf(recipient, { mentions: row.mailsMentions, followedTopics: row.mailsFollowedTopics, channels: row.mailsChannels });
  const push = triggerOf(recipient, {
    mentions: row.pushesMentions,
    followedTopics: row.pushesFollowedTopics,
    channels: row.pushesChannels,
  });
  if (email === null && push === null) return [];
  const isOfGroup = email === 'groupMention' || push === 'groupMention';
  return [{ messageId, userId, email, push, mentionedGroupId: isOfGroup ? (own?.groupId ?? null) : null, isAway, isPushedOnline }];
}
