import { topicKey } from '@parley/contracts';
import type { UnreadSummary } from '@parley/contracts/messaging';
import type { ClientState } from '../client-state.js';
import { includesSorted, placeIn } from '../lists.js';

/** An unread message with the fields in events. */
export interface UnreadMessage {
  readonly id: number;
  /** The other participants of a direct message. */
  readonly otherIds: readonly number[];
  readonly channelId: number | undefined;
  readonly topic: string;
  readonly isMentioned: boolean;
}

/** `count` becomes that of all messages: what is muted is left out by the selectors. */
export function withUnread(state: ClientState, userId: number, message: UnreadMessage): ClientState {
  return changeUnread(state, (summary) => add(without(summary, new Set([message.id])), userId, message));
}

export function withRead(state: ClientState, messageIds: ReadonlySet<number>): ClientState {
  return changeUnread(state, (summary) => without(summary, messageIds));
}

export function withAllRead(state: ClientState): ClientState {
  return changeUnread(state, (summary) => without(summary, new Set(listed(summary))));
}

/** The messages among these that are unread in channels. */
export function unreadInChannels(
  { unread_msgs }: ClientState,
  messageIds: readonly number[],
): { readonly id: number; readonly topic: string; readonly isMentioned: boolean }[] {
  if (!unread_msgs) return [];
  const { streams, mentions } = unread_msgs;
  return streams.flatMap(({ topic, unread_message_ids }) =>
    messageIds
      .filter((id) => includesSorted(unread_message_ids, id))
      .map((id) => ({ id, topic, isMentioned: includesSorted(mentions, id) })),
  );
}

/** Adds or removes an unread message among the mentions. Read messages do not change them. */
export function withMentioned(state: ClientState, messageId: number, isMentioned: boolean): ClientState {
  return changeUnread(state, (summary) => {
    const others = includesSorted(summary.mentions, messageId) ? summary.mentions.filter((id) => id !== messageId) : summary.mentions;
    const isUnread = conversationsOf(summary).some(({ unread_message_ids }) => includesSorted(unread_message_ids, messageId));
    const mentions = isMentioned && isUnread ? withId(others, messageId) : others;
    return mentions === summary.mentions ? summary : { ...summary, mentions };
  });
}

function changeUnread(state: ClientState, change: (summary: UnreadSummary) => UnreadSummary): ClientState {
  if (!state.unread_msgs) return state;
  const next = change(state.unread_msgs);
  if (next === state.unread_msgs) return state;
  const count = conversationsOf(next).reduce((sum, { unread_message_ids }) => sum + unread_message_ids.length, 0);
  return { ...state, unread_msgs: { ...next, count } };
}

function add(summary: UnreadSummary, userId: number, { id, otherIds, channelId, topic, isMentioned }: UnreadMessage): UnreadSummary {
  const noted = isMentioned ? { ...summary, mentions: withId(summary.mentions, id) } : summary;
  if (channelId !== undefined) {
    const key = topicKey(topic);
    const same = (entry: UnreadSummary['streams'][number]) => entry.stream_id === channelId && topicKey(entry.topic) === key;
    return { ...noted, streams: into(summary.streams, same, { stream_id: channelId, topic, unread_message_ids: [] }, id) };
  }
  if (otherIds.length > 1) {
    const user_ids_string = [...otherIds, userId].sort((a, b) => a - b).join(',');
    const same = (entry: UnreadSummary['huddles'][number]) => entry.user_ids_string === user_ids_string;
    return { ...noted, huddles: into(summary.huddles, same, { user_ids_string, unread_message_ids: [] }, id) };
  }
  const [other = userId] = otherIds;
  const same = (entry: UnreadSummary['pms'][number]) => entry.other_user_id === other;
  return { ...noted, pms: into(summary.pms, same, { other_user_id: other, sender_id: other, unread_message_ids: [] }, id) };
}

interface Listed {
  readonly unread_message_ids: number[];
}

/** The conversation with the newest message comes first. */
function into<E extends Listed>(list: readonly E[], isSame: (entry: E) => boolean, fresh: E, id: number): E[] {
  const entry = list.find(isSame) ?? fresh;
  const changed = { ...entry, unread_message_ids: withId(entry.unread_message_ids, id) };
  const others = list.filter((other) => other !== entry);
  const place = placeIn(others, -newestOf(changed), (other) => -newestOf(other));
  return [...others.slice(0, place), changed, ...others.slice(place)];
}

function without(summary: UnreadSummary, gone: ReadonlySet<number>): UnreadSummary {
  const rest = <E extends Listed>(list: E[]): E[] => {
    if (!list.some((entry) => hasAny(entry.unread_message_ids, gone))) return list;
    const remaining = list.map((entry) => {
      if (!hasAny(entry.unread_message_ids, gone)) return entry;
      return { ...entry, unread_message_ids: entry.unread_message_ids.filter((id) => !gone.has(id)) };
    });
    return remaining.filter((entry) => entry.unread_message_ids.length > 0).sort((a, b) => newestOf(b) - newestOf(a));
  };
  const [pms, streams, huddles] = [rest(summary.pms), rest(summary.streams), rest(summary.huddles)];
  const mentions = hasAny(summary.mentions, gone) ? summary.mentions.filter((id) => !gone.has(id)) : summary.mentions;
  const isSame = pms === summary.pms && streams === summary.streams && huddles === summary.huddles && mentions === summary.mentions;
  return isSame ? summary : { ...summary, pms, streams, huddles, mentions };
}

/** Looks up the few in the many: one event names few ids, and a person may have 50,000 unread messages. */
function hasAny(ids: readonly number[], wanted: ReadonlySet<number>): boolean {
  if (wanted.size > ids.length) return ids.some((id) => wanted.has(id));
  for (const id of wanted) if (includesSorted(ids, id)) return true;
  return false;
}

function withId(ids: readonly number[], id: number): number[] {
  const place = placeIn(ids, id, Number);
  return ids[place] === id ? [...ids] : [...ids.slice(0, place), id, ...ids.slice(place)];
}

function newestOf({ unread_message_ids }: Listed): number {
  return unread_message_ids.at(-1) ?? 0;
}

function conversationsOf({ pms, streams, huddles }: UnreadSummary): readonly Listed[] {
  return [...pms, ...streams, ...huddles];
}

function listed(summary: UnreadSummary): number[] {
  return conversationsOf(summary).flatMap((entry) => entry.unread_message_ids);
}
