import { FLAG_BITS, MESSAGE_ATTRS, topicKey } from '@parley/contracts';
import { mentionsIn } from './mentions-in.js';
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

const WELCOME_BOT = /^welcome-bot@/;

/** Undefined if no one is told of the message, because it is read by all from the beginning, or greets a new user. */
export function candidatesOf({ message, flags, readBy }: SentMessage): Candidates | undefined {
  const { id: messageId, sender, recipient, attrs, rendered } = message;
  if (WELCOME_BOT.test(sender.email)) return undefined;
  const isRead = (attrs & MESSAGE_ATTRS.arrivesRead) !== 0;
  const flagged = namedBy(rendered, flags);
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

/** The people with these flags who have not read the message, and why they have them. */
export function namedBy(rendered: string, flags: Readonly<Record<string, number>>): Named[] {
  const { userIds, groupIds } = mentionsIn(rendered);
  const [groupId = null, ...others] = groupIds;
  return Object.entries(flags)
    .filter(([, bits]) => (bits & FLAG_BITS.read) === 0)
    .map(([userId, bits]) => {
      const isFlagged = (bits & FLAG_BITS.mentioned) !== 0;
      return {
        userId: Number(userId),
        isMentioned: isFlagged && userIds.has(Number(userId)),
        isGroupMentioned: isFlagged && groupIds.size > 0,
        groupId: others.length === 0 ? groupId : null,
        isTopicWildcard: (bits & FLAG_BITS.topicWildcard) !== 0,
      };
    });
}
