import type { LoggedEvent } from '@parley/contracts';
import { messageFlagsChanged, messageSent, messagesBecameRead } from '@parley/contracts/messaging';

/** Messages that are no longer unread for these people. */
export interface NoLongerUnread {
  readonly userIds: readonly number[];
  /** Ids of what was read. Undefined: everything was marked as read. */
  readonly messageIds: readonly number[] | undefined;
  /**
   * First message of this batch that was sent after everything was marked as read: it and later ones stay unread. Null: none was sent, so
   * all were read. Used only without `messageIds`.
   */
  readonly before: number | null;
}

/**
 * What was read by these events, without what the same events marked as unread later, unless everything was marked as read. The messages that one
 * person read one by one are together.
 */
export function noLongerUnread(events: readonly LoggedEvent[]): NoLongerUnread[] {
  let found: NoLongerUnread[] = [];
  const ofPeople = new Map<number, number[]>();
  for (const [index, { type, payload }] of events.entries()) {
    if (type === messagesBecameRead.type) {
      const { readers } = messagesBecameRead.payload.parse(payload);
      found.push(...readers.map(({ userIds, messageIds }) => ({ userIds, messageIds, before: null })));
    }
    if (type !== messageFlagsChanged.type) continue;
    const { userId, op, flag, messages, all } = messageFlagsChanged.payload.parse(payload);
    if (flag !== 'read') continue;
    if (op === 'remove') {
      const unread = new Set(messages);
      found = found.flatMap((each) => without(each, userId, unread));
      ofPeople.set(
        userId,
        (ofPeople.get(userId) ?? []).filter((id) => !unread.has(id)),
      );
    } else if (all) found.push({ userIds: [userId], messageIds: undefined, before: firstSent(events.slice(index)) });
    else ofPeople.set(userId, [...(ofPeople.get(userId) ?? []), ...messages]);
  }
  const oneByOne = [...ofPeople].filter(([, messageIds]) => messageIds.length > 0);
  return [...found, ...oneByOne.map(([userId, messageIds]) => ({ userIds: [userId], messageIds, before: null }))];
}

/** These messages are unread again for this person. */
function without(read: NoLongerUnread, userId: number, unread: ReadonlySet<number>): NoLongerUnread[] {
  const { userIds, messageIds } = read;
  if (messageIds === undefined || !userIds.includes(userId) || !messageIds.some((id) => unread.has(id))) return [read];
  const others = { ...read, userIds: userIds.filter((id) => id !== userId) };
  const stillRead = messageIds.filter((id) => !unread.has(id));
  return [
    ...(others.userIds.length > 0 ? [others] : []),
    ...(stillRead.length > 0 ? [{ ...read, userIds: [userId], messageIds: stillRead }] : []),
  ];
}

/** Ids of messages ascend in the order of the log. */
function firstSent(events: readonly LoggedEvent[]): number | null {
  const sent = events.find(({ type }) => type === messageSent.type);
  return sent === undefined ? null : messageSent.payload.parse(sent.payload).message.id;
}
