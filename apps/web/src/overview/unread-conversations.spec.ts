import { expect, it } from '@jest/globals';
import type { ClientState } from '@parley/client';
import { unreadGroups } from './unread-conversations.js';

const { compare } = new Intl.Collator('en');

it('the inbox has direct messages first, then pinned channels, then others by name, and nothing that is muted', () => {
  const fields: object = {
    user_id: 5,
    recent_private_conversations: [
      { user_ids: [6], max_message_id: 3 },
      { user_ids: [7, 8], max_message_id: 9 },
      { user_ids: [9], max_message_id: 2 },
    ],
    subscriptions: [
      { stream_id: 1, name: 'zoo' },
      { stream_id: 2, name: 'ants' },
      { stream_id: 3, name: 'pinned', pin_to_top: true },
      { stream_id: 4, name: 'muted', is_muted: true },
    ],
    unread_msgs: {
      count: 8,
      pms: [{ other_user_id: 6, unread_message_ids: [3] }],
      huddles: [{ user_ids_string: '5,7,8', unread_message_ids: [8, 9] }],
      streams: [
        { stream_id: 1, topic: 'a', unread_message_ids: [10] },
        { stream_id: 1, topic: 'b', unread_message_ids: [11, 12] },
        { stream_id: 2, topic: '', unread_message_ids: [13] },
        { stream_id: 3, topic: 'c', unread_message_ids: [14] },
        { stream_id: 4, topic: 'd', unread_message_ids: [15] },
      ],
      mentions: [],
      old_unreads_missing: false,
    },
  };
  const state = fields as ClientState;
  const shown = unreadGroups(state, compare).map(({ channelId, conversations }) => [
    channelId,
    conversations.map(({ place, unread }) => [place.kind === 'topic' ? place.topic : place.userIds, unread]),
  ]);
  expect(shown).toEqual([
    [
      undefined,
      [
        [[7, 8], 2],
        [[6], 1],
      ],
    ],
    [3, [['c', 1]]],
    [2, [['', 1]]],
    [
      1,
      [
        ['a', 1],
        ['b', 2],
      ],
    ],
  ]);
  expect(unreadGroups({ user_id: 5 } as ClientState, compare)).toEqual([]);
});
