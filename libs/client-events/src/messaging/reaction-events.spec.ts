import { expect, it } from '@jest/globals';
import type { PayloadOf } from '@parley/contracts';
import type { reactionAdded } from '@parley/contracts/messaging';
import { receivedBy, testQueue } from '../test-queue.js';
import { reactionAddedFanOut, reactionRemovedFanOut } from './reaction-events.js';

const user = { email: 'ann@example.com', full_name: 'Ann', user_id: 5 };
const reacted: PayloadOf<typeof reactionAdded> = {
  messageId: 42,
  userId: 5,
  emojiName: 'parley',
  emojiCode: 'parley',
  reactionType: 'service_extra_emoji',
  watchers: { channelId: null, userIds: [7, 8] },
  user,
};
const event = { type: 'reaction', message_id: 42, user_id: 5, emoji_name: 'parley', emoji_code: 'parley' };
const terminal = { ...testQueue, clientName: 'ZulipTerminal/0.7' };
const render = (payload: typeof reacted, queue: typeof testQueue) => reactionAddedFanOut.parts(payload)[0]?.render(queue);

it('a reaction is added and removed for those who may read the message', () => {
  for (const [op, { parts }] of [['add', reactionAddedFanOut] as const, ['remove', reactionRemovedFanOut] as const]) {
    expect(parts(reacted).map(({ audience }) => audience)).toEqual([{ users: [7, 8] }]);
    expect(receivedBy(testQueue, parts(reacted))).toEqual([{ ...event, op, reaction_type: 'service_extra_emoji' }]);
  }
});

it('the terminal client receives the user, unless the reader may not see them', () => {
  const strangers = { host: 'demo.example', people: [{ id: 5, hiddenFrom: [8] }] };
  const own = { ...event, op: 'add', reaction_type: 'zulip_extra_emoji' };
  const unknown = { email: 'user5@demo.example', full_name: 'Unknown user', user_id: 5 };
  expect(render(reacted, terminal)).toEqual({ ...own, user });
  expect(render({ ...reacted, strangers }, terminal)).toEqual({ ...own, user });
  expect(render({ ...reacted, strangers }, { ...terminal, userId: 8 })).toEqual({ ...own, user: unknown });
});

it('an event that was logged without the user has none', () => {
  const { user: _, ...older } = reacted;
  expect(render(older, terminal)).not.toHaveProperty('user');
});
