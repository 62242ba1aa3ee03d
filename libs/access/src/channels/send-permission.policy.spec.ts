import { describe, expect, it } from '@jest/globals';
import { ROLES } from '@parley/contracts';
import {
  directMessageRefusal,
  knowsChannel,
  needsMentionManyPermission,
  type Sender,
  sendRefusal,
  type TargetChannel,
} from './send-permission.policy.js';

const EVERYONE = 1;
const NOBODY = 2;
const CHOSEN = 3;

const channel: TargetChannel = {
  id: 9,
  name: 'general',
  isPrivate: false,
  isWebPublic: false,
  historyPublicToSubscribers: true,
  isArchived: false,
  canSendMessageGroup: EVERYONE,
  canCreateTopicGroup: EVERYONE,
  canSubscribeGroup: NOBODY,
  canAddSubscribersGroup: NOBODY,
  canAdministerChannelGroup: NOBODY,
};
const sender: Sender = { role: ROLES.member, isSubscribed: false, groupIds: new Set([EVERYONE]), owner: null };
const owner = { isSubscribed: false, groupIds: new Set([EVERYONE]) };
const privateChannel = { ...channel, isPrivate: true };
const chosen = { ...sender, groupIds: new Set([EVERYONE, CHOSEN]) };
const guest = { ...sender, role: ROLES.guest };

const NO_POST = 'You do not have permission to post in this channel.';
const NOT_AUTHORIZED = "Not authorized to send to channel 'general'";
const NO_TOPIC = 'You do not have permission to create new topics in this channel.';

describe('sending to a channel', () => {
  it.each<[string, TargetChannel, Sender, boolean, string | undefined]>([
    ['public, member', channel, sender, true, undefined],
    ['public, new topic', channel, sender, false, undefined],
    ['public, guest', channel, guest, true, NOT_AUTHORIZED],
    ['public, subscribed guest', channel, { ...guest, isSubscribed: true }, true, undefined],
    ['web-public, guest', { ...channel, isWebPublic: true }, guest, true, undefined],
    ['private, outsider', privateChannel, sender, true, NOT_AUTHORIZED],
    ['private, subscriber', privateChannel, { ...sender, isSubscribed: true }, true, undefined],
    ['private, bot of a subscriber', privateChannel, { ...sender, owner: { ...owner, isSubscribed: true } }, true, undefined],
    ['private shared, may join', { ...privateChannel, canSubscribeGroup: CHOSEN }, chosen, true, undefined],
    ['private shared, may add', { ...privateChannel, canAddSubscribersGroup: CHOSEN }, chosen, true, undefined],
    [
      'private shared, guest who may join',
      { ...privateChannel, canSubscribeGroup: CHOSEN },
      { ...chosen, role: ROLES.guest },
      true,
      NOT_AUTHORIZED,
    ],
    [
      'private protected, may join',
      { ...privateChannel, historyPublicToSubscribers: false, canSubscribeGroup: CHOSEN },
      chosen,
      true,
      NOT_AUTHORIZED,
    ],
    ['archived', { ...channel, isArchived: true }, { ...sender, isSubscribed: true }, true, NOT_AUTHORIZED],
    ['not in the posting group', { ...channel, canSendMessageGroup: CHOSEN }, sender, true, NO_POST],
    ['posting group before archived', { ...channel, canSendMessageGroup: CHOSEN, isArchived: true }, sender, true, NO_POST],
    ['bot whose owner is in the posting group', { ...channel, canSendMessageGroup: CHOSEN }, { ...sender, owner: chosen }, true, undefined],
    ['new topic without permission', { ...channel, canCreateTopicGroup: CHOSEN }, sender, false, NO_TOPIC],
    ['old topic without permission', { ...channel, canCreateTopicGroup: CHOSEN }, sender, true, undefined],
  ])('%s', (_, to, from, topicExists, msg) => {
    expect(sendRefusal(to, from, topicExists)?.msg).toBe(msg);
  });

  it.each<[string, TargetChannel, Sender, boolean]>([
    ['public, member', channel, sender, true],
    ['public, guest', channel, guest, false],
    ['private, outsider', privateChannel, sender, false],
    ['private, administrator', privateChannel, { ...sender, role: ROLES.administrator }, true],
    ['private, administers it', { ...privateChannel, canAdministerChannelGroup: CHOSEN }, chosen, true],
    ['private, bot of a subscriber', privateChannel, { ...sender, owner: { ...owner, isSubscribed: true } }, true],
    ['private, bot of a user who is not subscribed', privateChannel, { ...sender, owner }, false],
    ['private, may join', { ...privateChannel, canSubscribeGroup: CHOSEN }, chosen, true],
    ['private, subscriber', privateChannel, { ...sender, isSubscribed: true }, true],
  ])('a channel is visible to: %s: %j', (_, to, from, known) => {
    expect(knowsChannel(to, from)).toBe(known);
  });
});

describe('a direct message', () => {
  const person = (id: number, ...groups: number[]) => ({ id, isBot: false, groupIds: new Set([EVERYONE, ...groups]) });
  const bot = (id: number) => ({ ...person(id), isBot: true });
  const open = { permissionGroup: null, permissionIsNobody: false, initiatorGroup: null };
  const nobody = { ...open, permissionGroup: NOBODY, permissionIsNobody: true };
  const some = { ...open, permissionGroup: CHOSEN };
  const initiated = { ...open, initiatorGroup: CHOSEN };

  it.each([
    ['open', open, person(1), [person(2)], false, undefined],
    ['nobody', nobody, person(1), [person(2)], true, 'Direct messages are disabled in this organization.'],
    ['nobody, to oneself', nobody, person(1), [], false, undefined],
    ['nobody, to a bot', nobody, person(1), [bot(2)], false, undefined],
    ['nobody, from a bot', nobody, bot(1), [person(2)], false, undefined],
    ['chosen, none there', some, person(1), [person(2)], true, 'This conversation does not include any users who can authorize it.'],
    ['chosen, the recipient', some, person(1), [person(2, CHOSEN)], true, undefined],
    ['chosen, the sender', some, person(1, CHOSEN), [person(2)], true, undefined],
    [
      'initiator, first message',
      initiated,
      person(1),
      [person(2)],
      false,
      'You do not have permission to initiate direct message conversations.',
    ],
    ['initiator, later message', initiated, person(1), [person(2)], true, undefined],
    ['initiator, in the group', initiated, person(1, CHOSEN), [person(2)], false, undefined],
  ])('%s', (_, policy, from, others, exists, msg) => {
    expect(directMessageRefusal(policy, from, [from, ...others], exists)?.msg).toBe(msg);
  });
});

it('a wildcard mention requires a permission if it reaches more than 15 users', () => {
  expect([0, 15, 16].map(needsMentionManyPermission)).toEqual([false, false, true]);
});
