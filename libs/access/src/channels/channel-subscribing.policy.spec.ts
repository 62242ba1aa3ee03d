import { describe, expect, it } from '@jest/globals';
import { ROLES } from '@parley/contracts';
import {
  mayAddOthers,
  mayRemoveOthers,
  maySubscribe,
  type SubscribableChannel,
  type SubscriberManager,
} from './channel-subscribing.policy.js';

const OPEN: SubscribableChannel = { isPrivate: false, isWebPublic: false, historyPublicToSubscribers: true, isArchived: false };
const PRIVATE: SubscribableChannel = { ...OPEN, isPrivate: true };
const member: SubscriberManager = {
  role: ROLES.member,
  isSubscribed: false,
  mayJoinByGroup: false,
  administersByGroup: false,
  addsByGroup: false,
  removesByGroup: false,
  addsAnywhere: false,
};
const administrator = { ...member, role: ROLES.administrator };
const guest = { ...member, role: ROLES.guest };

describe('subscribing', () => {
  const table: [string, SubscribableChannel, SubscriberManager, boolean][] = [
    ['member, public', OPEN, member, true],
    ['guest, public', OPEN, guest, false],
    ['guest, web-public', { ...OPEN, isWebPublic: true }, guest, false],
    ['subscribed guest', OPEN, { ...guest, isSubscribed: true }, false],
    ['member, private', PRIVATE, member, false],
    ['member with permission by group, private', PRIVATE, { ...member, mayJoinByGroup: true }, true],
    ['subscriber, private', PRIVATE, { ...member, isSubscribed: true }, true],
    ['administrator, private', PRIVATE, administrator, false],
    ['who administers it by group, private', PRIVATE, { ...member, administersByGroup: true }, false],
    ['subscriber, archived', { ...OPEN, isArchived: true }, { ...member, isSubscribed: true }, false],
  ];
  for (const [who, channel, person, may] of table) it(`${who}: ${may}`, () => expect(maySubscribe(channel, person)).toBe(may));
});

describe('adding and removing others', () => {
  const table: [string, SubscriberManager, boolean, boolean][] = [
    ['member', member, false, false],
    ['administrator', administrator, true, true],
    ['in the organization’s can_add_subscribers_group', { ...member, addsAnywhere: true }, true, false],
    ['in the channel’s can_add_subscribers_group', { ...member, addsByGroup: true }, true, false],
    ['in the channel’s can_remove_subscribers_group', { ...member, removesByGroup: true }, false, true],
    ['in can_administer_channel_group', { ...member, administersByGroup: true }, true, true],
    [
      'guest in the groups that exclude guests',
      { ...guest, addsAnywhere: true, addsByGroup: true, administersByGroup: true },
      false,
      false,
    ],
    ['guest in can_remove_subscribers_group, which may contain everyone', { ...guest, removesByGroup: true }, false, true],
  ];
  for (const [who, person, adds, removes] of table) {
    it(`${who}: adds ${adds}, removes ${removes}`, () => {
      expect(mayAddOthers(person)).toBe(adds);
      expect(mayRemoveOthers(person)).toBe(removes);
    });
  }
});
