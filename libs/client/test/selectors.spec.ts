import { describe, expect, it } from '@jest/globals';
import type { ClientState } from '../src/state/client-state.js';
import { foldEvent } from '../src/state/fold.js';
import { channels, isTopicMuted } from '../src/state/selectors/channels.js';
import { me, presenceOf, user } from '../src/state/selectors/people.js';
import { draftOf, recentDirectConversations } from '../src/state/selectors/personal.js';
import { unreadCounts } from '../src/state/selectors/unread.js';
import { Store, sameEntries } from '../src/state/store.js';
import { directConversation, topicConversation, withoutExpired, withTyping } from '../src/state/typing.js';

const person = (user_id: number, full_name: string) => ({ user_id, full_name, is_active: true });
const subscription = (stream_id: number, is_muted: boolean) => ({ stream_id, name: `channel ${stream_id}`, is_muted, subscriber_count: 1 });
/** Only the fields that matter here. */
const json = (fields: object): ClientState => JSON.parse(JSON.stringify(fields));
const state = json({
  user_id: 5,
  realm_users: [person(5, 'Iago'), person(7, 'Leila')],
  realm_non_active_users: [],
  subscriptions: [subscription(3, false), subscription(4, true)],
  unsubscribed: [],
  never_subscribed: [],
  user_topics: [
    { stream_id: 3, topic_name: 'Noise', last_updated: 1, visibility_policy: 1 },
    { stream_id: 4, topic_name: 'news', last_updated: 1, visibility_policy: 3 },
  ],
  muted_users: [{ id: 8, timestamp: 1 }],
  recent_private_conversations: [
    { user_ids: [7], max_message_id: 20 },
    { user_ids: [7, 8], max_message_id: 30 },
  ],
  drafts: [{ id: 1, type: 'stream', to: [3], topic: 'tea', content: 'Shall', timestamp: 1 }],
  presences: { 7: { active_timestamp: 100, idle_timestamp: 300 } },
  unread_msgs: {
    count: 0,
    pms: [
      { other_user_id: 7, sender_id: 7, unread_message_ids: [11, 20] },
      { other_user_id: 8, sender_id: 8, unread_message_ids: [12] },
    ],
    streams: [
      { stream_id: 3, topic: 'tea', unread_message_ids: [1, 2] },
      { stream_id: 3, topic: 'noise', unread_message_ids: [3] },
      { stream_id: 4, topic: 'news', unread_message_ids: [4] },
      { stream_id: 4, topic: 'other', unread_message_ids: [5, 6] },
    ],
    huddles: [{ user_ids_string: '5,7,8', unread_message_ids: [30] }],
    mentions: [2],
    old_unreads_missing: false,
  },
});

describe('selectors', () => {
  it('count unread messages without what is muted', () => {
    const counts = unreadCounts(state);
    expect(counts).toMatchObject({ total: 6, direct: 3, mentions: 1 });
    expect([...counts.byChannel]).toEqual([
      [3, 2],
      [4, 1],
    ]);
    const of = (conversation: string) => counts.byConversation.get(conversation);
    expect([of(topicConversation(4, 'OTHER')), of(directConversation([7, 5])), of(directConversation([8, 5, 7]))]).toEqual([2, 2, 1]);
    expect(counts.topics.map(({ isMuted }) => isMuted)).toEqual([false, true, false, true]);
  });

  it('count again only if something that counts changed', () => {
    const counts = unreadCounts(state);
    const elsewhere = foldEvent(state, { type: 'alert_words', alert_words: [] }, 5);
    expect(unreadCounts({ ...elsewhere, alert_words: [] })).toBe(counts);
    const muted = foldEvent(state, { type: 'user_topic', stream_id: 3, topic_name: 'tea', last_updated: 2, visibility_policy: 1 }, 5);
    expect(unreadCounts(muted).total).toBe(4);
  });

  it('find people, and show those who are not visible as unknown', () => {
    expect([me(state).full_name, user(state, 7).full_name]).toEqual(['Iago', 'Leila']);
    expect(user(state, 99)).toEqual({ user_id: 99, full_name: 'Unknown user', isUnknown: true });
    expect(user(state, 99)).toBe(user({}, 99));
    expect([presenceOf(state, 7, 200), presenceOf(state, 7, 400), presenceOf(state, 7, 900)]).toEqual(['active', 'idle', 'offline']);
  });

  it('find channels, muted topics, conversations and drafts', () => {
    expect(channels(state).map(({ stream_id }) => stream_id)).toEqual([3, 4]);
    expect(['tea', 'NOISE'].map((topic) => isTopicMuted(state, 3, topic))).toEqual([false, true]);
    expect(['News', 'other'].map((topic) => isTopicMuted(state, 4, topic))).toEqual([false, true]);
    expect(recentDirectConversations(state).map(({ newest }) => newest)).toEqual([30, 20]);
    expect(draftOf(state, topicConversation(3, 'Tea'))?.content).toBe('Shall');
  });
});

describe('typing', () => {
  const typing = (op: 'start' | 'stop', userId: number) =>
    ({ type: 'typing', op, sender: { user_id: userId, email: '' }, message_type: 'stream', stream_id: 3, topic: 'Tea' }) as const;

  it('ends with a stop, or when it is not repeated in time', () => {
    const both = withTyping(withTyping([], typing('start', 7), 0, 10), typing('start', 8), 5, 10);
    expect(both.map(({ userId, conversation }) => [userId, conversation])).toEqual([
      [7, topicConversation(3, 'tea')],
      [8, topicConversation(3, 'tea')],
    ]);
    expect(withoutExpired(both, 12).map(({ userId }) => userId)).toEqual([8]);
    expect(withTyping(both, typing('stop', 8), 6, 10).map(({ userId }) => userId)).toEqual([7]);
    expect(withTyping(both, typing('stop', 9), 6, 10)).toBe(both);
  });
});

describe('the store', () => {
  it('tells a listener only when its part changed', () => {
    const store = new Store({ a: 1, list: [1] as readonly number[] });
    const seen: unknown[] = [];
    const end = store.select(
      ({ list }) => list.filter((entry) => entry > 0),
      (list) => seen.push(list),
      sameEntries,
    );
    store.update((value) => ({ ...value, a: 2 }));
    store.update((value) => value);
    store.update((value) => ({ ...value, list: [1, 2] }));
    end();
    store.update((value) => ({ ...value, list: [] }));
    expect(seen).toEqual([[1, 2]]);
  });
});
