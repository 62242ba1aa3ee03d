import { topicKey } from '@parley/contracts';
import { type UnreadSummary, unreadSummary } from '@parley/contracts/messaging';
import type { ClientState } from '../fold.js';

/** An unread message with the fields in events. */
export interface UnreadMessage {
  readonly id: number;
  /** The other participants of a direct message. */
  readonly otherIds: readonly number[];
  readonly channelId: number | undefined;
  readonly topic: string;
  readonly isMentioned: boolean;
}

/** Counts every message, because nothing is muted in the tests that fold. */
export function withUnread(state: ClientState, userId: number, message: UnreadMessage): ClientState {
  return changeUnread(state, (summary) => add(without(summary, [message.id]), userId, message));
}

export function withRead(state: ClientState, messageIds: readonly number[]): ClientState {
  return changeUnread(state, (summary) => without(summary, messageIds));
}

export function withAllRead(state: ClientState): ClientState {
  return changeUnread(state, (summary) => without(summary, listed(summary)));
}

/** The messages among these that are unread in channels. */
export function unreadInChannels(
  state: ClientState,
  messageIds: readonly number[],
): { readonly id: number; readonly topic: string; readonly isMentioned: boolean }[] {
  if (!('unread_msgs' in state)) return [];
  const { streams, mentions } = unreadSummary.parse(state.unread_msgs);
  return streams.flatMap(({ topic, unread_message_ids }) =>
    unread_message_ids.filter((id) => messageIds.includes(id)).map((id) => ({ id, topic, isMentioned: mentions.includes(id) })),
  );
}

/** Adds or removes an unread message among the mentions. Read messages do not change them. */
export function withMentioned(state: ClientState, messageId: number, isMentioned: boolean): ClientState {
  return changeUnread(state, (summary) => {
    const others = summary.mentions.filter((id) => id !== messageId);
    const isUnread = listed(summary).includes(messageId);
    return { ...summary, mentions: isMentioned && isUnread ? ascending([...others, messageId]) : others };
  });
}

function changeUnread(state: ClientState, change: (summary: UnreadSummary) => UnreadSummary): ClientState {
  if (!('unread_msgs' in state)) return state;
  return { ...state, unread_msgs: counted(change(unreadSummary.parse(state.unread_msgs))) };
}

function add(summary: UnreadSummary, userId: number, { id, otherIds, channelId, topic, isMentioned }: UnreadMessage): UnreadSummary {
  const mentions = isMentioned ? ascending([...summary.mentions, id]) : summary.mentions;
  const noted = { ...summary, mentions };
  if (channelId !== undefined) {
    const same = (entry: UnreadSummary['streams'][number]) => entry.stream_id === channelId && topicKey(entry.topic) === topicKey(topic);
    return { ...noted, streams: into(summary.streams, same, { stream_id: channelId, topic, unread_message_ids: [] }, id) };
  }
  if (otherIds.length > 1) {
    const user_ids_string = ascending([...otherIds, userId]).join(',');
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

function into<E extends Listed>(list: readonly E[], isSame: (entry: E) => boolean, fresh: E, id: number): E[] {
  const entry = list.find(isSame) ?? fresh;
  return [...list.filter((other) => !isSame(other)), { ...entry, unread_message_ids: ascending([...entry.unread_message_ids, id]) }];
}

function without(summary: UnreadSummary, ids: readonly number[]): UnreadSummary {
  const gone = new Set(ids);
  const keep = (id: number) => !gone.has(id);
  const rest = <E extends Listed>(list: readonly E[]) =>
    list
      .map((entry) => ({ ...entry, unread_message_ids: entry.unread_message_ids.filter(keep) }))
      .filter((entry) => entry.unread_message_ids.length > 0);
  return {
    ...summary,
    pms: rest(summary.pms),
    streams: rest(summary.streams),
    huddles: rest(summary.huddles),
    mentions: summary.mentions.filter(keep),
  };
}

function counted(summary: UnreadSummary): UnreadSummary {
  const newestFirst = <E extends Listed>(list: readonly E[]) =>
    [...list].sort((a, b) => (b.unread_message_ids.at(-1) ?? 0) - (a.unread_message_ids.at(-1) ?? 0));
  return {
    ...summary,
    count: listed(summary).length,
    pms: newestFirst(summary.pms),
    streams: newestFirst(summary.streams),
    huddles: newestFirst(summary.huddles),
  };
}

function listed({ pms, streams, huddles }: UnreadSummary): number[] {
  return [...pms, ...streams, ...huddles].flatMap((entry) => entry.unread_message_ids);
}

export function ascending(ids: readonly number[]): number[] {
  return [...new Set(ids)].sort((a, b) => a - b);
}
