import { expect, it } from '@jest/globals';
import { ROLES } from '@parley/contracts';
import { receivedBy, testQueue } from '../test-queue.js';
import { firstMessageChangedFanOut } from './first-message.js';

const changed = { channelId: 3, channelName: 'general', messageId: null };
const audience = (more: { isPublic: boolean; watchers?: { roles: (typeof ROLES.guest)[]; userIds: number[] } }) =>
  firstMessageChangedFanOut.parts({ ...changed, ...more })[0]?.audience;

it('a new first message is sent to the subscribers and to those who can see the channel', () => {
  const { owner, administrator, moderator, member } = ROLES;
  expect(audience({ isPublic: true })).toEqual({ channels: [3], roles: [owner, administrator, moderator, member], users: [] });
  expect(audience({ isPublic: false })).toEqual({ channels: [3], roles: [owner, administrator], users: [] });
  expect(audience({ isPublic: false, watchers: { roles: [ROLES.guest], userIds: [9] } })).toEqual({
    channels: [3],
    roles: [ROLES.guest],
    users: [9],
  });
});

it('a channel that lost its last message has none', () => {
  expect(receivedBy(testQueue, firstMessageChangedFanOut.parts({ ...changed, isPublic: true }))).toEqual([
    { type: 'stream', op: 'update', stream_id: 3, name: 'general', property: 'first_message_id', value: null },
  ]);
});
