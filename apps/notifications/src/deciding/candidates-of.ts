import { FLAG_BITS, MESSAGE_ATTRS, topicKey } from '@parley/contracts';
import type { SentMessage } from './sent-message.js';

/** A person named by the message itself: a participant, or one whom it mentions. */
export interface Named {
  readonly userId: number;
  readonly isMentioned: boolean;
  readonly groupId: number | null;
  readonly isGroupMentioned: boolean;
  readonly isTopicWildcard: boolean;
}

/** What the event says about whom to tell. */
export interface Candidates {
  readonly messageId: number;
  readonly senderId: number;
  /** Null for a direct message. */
  readonly place: { readonly channelId: number; readonly topicKey: string } | null;
  readonly isChannelWildcard: boolean;
  readonly named: readonly Named[];
  /** For whom it was read when it arrived. */
  readonly readBy: ReadonlySet<number>;
}

const PERSON = /<span class="user-mention" data-user-id="(\d+)">/g;
const GROUP = /<span class="user-group-mention" data-user-group-id="(\d+)">/g;
const WELCOME_BOT = /^welcome-bot@/;

/** Undefined if no one is told of the message, because it is read by all from the beginning, or greets a new user. */
export function candidatesOf({ message, flags, readBy }: SentMessage): Candidates | undefined {
  const { id: messageId, sender, recipient, attrs, rendered } = message;
  if (WELCOME_BOT.test(sender.email)) return undefined;
  const isRead = (attrs & MESSAGE_ATTRS.arrivesRead) !== 0;
  const mentionedIds = new Set([...rendered.matchAll(PERSON)].map(([, id]) => Number(id)));
  const groupIds = [...new Set([...rendered.matchAll(GROUP)].map(([, id]) => Number(id)))];
  const flagged = Object.entries(flags)
    .filter(([, bits]) => (bits & FLAG_BITS.read) === 0)
    .map(([userId, bits]): Named => {
      const isFlagged = (bits & FLAG_BITS.mentioned) !== 0;
      const isMentioned = isFlagged && mentionedIds.has(Number(userId));
      return {
        userId: Number(userId),
        isMentioned,
        isGroupMentioned: isFlagged && groupIds.length > 0,
        groupId: groupIds.length === 1 ? (groupIds[0] ?? null) : null,
        isTopicWildcard: (bits & FLAG_BITS.topicWildcard) !== 0,
      };
    });
  const common = { messageId, senderId: sender.id, readBy: new Set(readBy) };
  if (recipient.kind === 'channel') {
    const place = { channelId: recipient.channelId, topicKey: topicKey(recipient.topic) };
    if (isRead && flagged.length === 0) return undefined;
    return { ...common, place, isChannelWildcard: !isRead && (attrs & MESSAGE_ATTRS.channelWildcard) !== 0, named: flagged };
  }
  if (isRead) return undefined;
  const nothing = { isMentioned: false, isGroupMentioned: false, groupId: null, isTopicWildcard: false };
  const known = new Map(flagged.map((each) => [each.userId, each]));
  const named = recipient.participants.map(({ id }) => known.get(id) ?? { userId: id, ...nothing });
  return { ...common, place: null, isChannelWildcard: false, named };
}
