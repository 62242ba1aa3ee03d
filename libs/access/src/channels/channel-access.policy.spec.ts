import { describe, expect, it } from '@jest/globals';
import { ROLES, type Role } from '@parley/contracts';
import { type ChannelPrivacy, hasContentAccess, hasMetadataAccess, mayReadChannelMessage } from './channel-access.policy.js';

const PUBLIC: ChannelPrivacy = { isPrivate: false, isWebPublic: false, historyPublicToSubscribers: true };
const WEB_PUBLIC: ChannelPrivacy = { ...PUBLIC, isWebPublic: true };
const SHARED: ChannelPrivacy = { isPrivate: true, isWebPublic: false, historyPublicToSubscribers: true };
const PROTECTED: ChannelPrivacy = { ...SHARED, historyPublicToSubscribers: false };

const bare = (role: Role) => ({ role, isSubscribed: false, mayJoinByGroup: false, administersByGroup: false });
const member = bare(ROLES.member);
const owner = bare(ROLES.owner);
const administrator = bare(ROLES.administrator);
const moderator = bare(ROLES.moderator);
const guest = bare(ROLES.guest);
const subscribed = { isSubscribed: true };
const joins = { mayJoinByGroup: true };
const administers = { administersByGroup: true };

describe('content access and metadata access', () => {
  const table: [string, ChannelPrivacy, typeof member, boolean, boolean][] = [
    ['member, public', PUBLIC, member, true, true],
    ['guest, public', PUBLIC, guest, false, false],
    ['subscribed guest, public', PUBLIC, { ...guest, ...subscribed }, true, true],
    ['guest, web-public', WEB_PUBLIC, guest, true, true],
    ['member, private', SHARED, member, false, false],
    ['subscribed member, private', SHARED, { ...member, ...subscribed }, true, true],
    ['subscribed guest, private', PROTECTED, { ...guest, ...subscribed }, true, true],
    ['member with permission by group, private', SHARED, { ...member, ...joins }, true, true],
    ['guest with permission by group, private', SHARED, { ...guest, ...joins }, false, false],
    ['administrator, private: metadata only', SHARED, administrator, false, true],
    ['owner, private: like administrators', PROTECTED, owner, false, true],
    ['moderator, private: like members', SHARED, moderator, false, false],
    ['member who administers it by group', SHARED, { ...member, ...administers }, false, true],
    ['guest who would administer it by group', SHARED, { ...guest, ...administers }, false, false],
  ];
  for (const [who, channel, person, content, metadata] of table) {
    it(`${who}: content ${content}, metadata ${metadata}`, () => {
      expect(hasContentAccess(channel, person)).toBe(content);
      expect(hasMetadataAccess(channel, person)).toBe(metadata);
    });
  }
});

describe('reading one message', () => {
  const table: [string, ChannelPrivacy, typeof member, boolean, boolean][] = [
    ['public, not received', PUBLIC, member, false, true],
    ['shared history, subscribed, not received', SHARED, { ...member, ...subscribed }, false, true],
    ['shared history, unsubscribed, received', SHARED, member, true, false],
    ['protected history, subscribed, received', PROTECTED, { ...member, ...subscribed }, true, true],
    ['protected history, subscribed, not received', PROTECTED, { ...member, ...subscribed }, false, false],
    ['protected history, permission by group, not received', PROTECTED, { ...member, ...joins }, false, false],
    ['protected history, administrator, received before unsubscribing', PROTECTED, administrator, true, false],
    ['web-public, guest', WEB_PUBLIC, guest, false, true],
  ];
  for (const [situation, channel, person, receivedHere, may] of table) {
    it(`${situation}: ${may}`, () => expect(mayReadChannelMessage(channel, person, receivedHere)).toBe(may));
  }
});
