import { describe, expect, it } from '@jest/globals';
import { ROLES } from '@parley/contracts';
import type { ChannelPrivacy } from './channel-access.js';
import { CHANNEL_PERMISSIONS, type ChannelPermission } from './channel-creation.js';
import { type ChannelChange, type ChannelEditor, changedPrivacy, checkMayUpdateChannel, type PrivacyAsked } from './channel-updating.js';

const PUBLIC: ChannelPrivacy = { isPrivate: false, isWebPublic: false, historyPublicToSubscribers: true };
const WEB_PUBLIC: ChannelPrivacy = { ...PUBLIC, isWebPublic: true };
const SHARED: ChannelPrivacy = { ...PUBLIC, isPrivate: true };
const PROTECTED: ChannelPrivacy = { ...SHARED, historyPublicToSubscribers: false };

const NOTHING: PrivacyAsked = { isPrivate: undefined, isWebPublic: undefined, historyPublicToSubscribers: undefined };
const change = (values: Partial<ChannelChange>): ChannelChange => ({
  privacy: NOTHING,
  isDefault: false,
  setsDefault: false,
  setsRetention: false,
  setsTopicsPolicy: false,
  setsDeletePolicy: false,
  setsReaders: false,
  ...values,
});
const privacy = (asked: Partial<PrivacyAsked>) => change({ privacy: { ...NOTHING, ...asked } });

const all = new Set<ChannelPermission>(CHANNEL_PERMISSIONS);
const without = (permission: ChannelPermission) => new Set([...all].filter((each) => each !== permission));
const owner: ChannelEditor = {
  role: ROLES.owner,
  isSubscribed: true,
  mayJoinByGroup: false,
  administersByGroup: false,
  permissions: all,
};
const outside = { ...owner, isSubscribed: false };
const member = { ...owner, role: ROLES.member, administersByGroup: true };

const refusal = (channel: ChannelPrivacy, asked: ChannelChange, editor: ChannelEditor, hasSpectators = true) => {
  try {
    checkMayUpdateChannel(channel, asked, editor, hasSpectators);
    return null;
  } catch (error) {
    return error instanceof Error && 'msg' in error ? error.msg : error;
  }
};

describe('the privacy after a change', () => {
  const table: [string, ChannelPrivacy, Partial<PrivacyAsked>, ChannelPrivacy][] = [
    ['nothing asked', SHARED, {}, SHARED],
    ['going private protects', PUBLIC, { isPrivate: true }, PROTECTED],
    ['going private with shared history', PUBLIC, { isPrivate: true, historyPublicToSubscribers: true }, SHARED],
    ['going public shares', PROTECTED, { isPrivate: false }, PUBLIC],
    ['going public on the web', PROTECTED, { isPrivate: false, isWebPublic: true }, WEB_PUBLIC],
    ['sharing history', PROTECTED, { historyPublicToSubscribers: true }, SHARED],
  ];
  for (const [what, channel, asked, after] of table) {
    it(what, () => expect(changedPrivacy(channel, { ...NOTHING, ...asked })).toEqual(after));
  }
});

describe('changing a channel that the user administers', () => {
  const CONTENT = 'Channel content access is required.';
  const PERMISSION = 'Insufficient permission';
  const table: [string, ChannelPrivacy, ChannelChange, ChannelEditor, string | null][] = [
    ['nothing special', PUBLIC, change({}), member, null],
    ['nothing special, without reading it', PROTECTED, change({}), outside, null],
    ['private and web-public', PUBLIC, privacy({ isPrivate: true, isWebPublic: true }), owner, 'Invalid parameters'],
    ['web-public where it is private', SHARED, privacy({ isWebPublic: true }), owner, 'Invalid parameters'],
    ['private where it is web-public', WEB_PUBLIC, privacy({ isPrivate: true }), owner, 'Invalid parameters'],
    ['public with protected history', PUBLIC, privacy({ historyPublicToSubscribers: false }), owner, 'Invalid parameters'],
    [
      'private default',
      PUBLIC,
      { ...privacy({ isPrivate: true }), isDefault: true, setsDefault: true },
      member,
      'A default channel cannot be private.',
    ],
    ['going public', PROTECTED, privacy({ isPrivate: false }), member, null],
    ['going public, without reading it', PROTECTED, privacy({ isPrivate: false }), outside, CONTENT],
    [
      'going public, without creating such',
      PROTECTED,
      privacy({ isPrivate: false }),
      { ...member, permissions: without('can_create_public_channel_group') },
      PERMISSION,
    ],
    [
      'going private, without creating such',
      PUBLIC,
      privacy({ isPrivate: true }),
      { ...owner, permissions: without('can_create_private_channel_group') },
      PERMISSION,
    ],
    [
      'staying private, without creating such',
      SHARED,
      privacy({ isPrivate: true }),
      { ...owner, permissions: without('can_create_private_channel_group') },
      null,
    ],
    ['going web-public', PUBLIC, privacy({ isWebPublic: true }), member, null],
    [
      'going web-public, without creating such',
      PUBLIC,
      privacy({ isWebPublic: true }),
      { ...owner, permissions: without('can_create_web_public_channel_group') },
      PERMISSION,
    ],
    ['default by a member', PUBLIC, change({ isDefault: true, setsDefault: true }), member, PERMISSION],
    ['default by an administrator', PUBLIC, change({ isDefault: true, setsDefault: true }), { ...owner, role: ROLES.administrator }, null],
    [
      'retention by an administrator',
      PUBLIC,
      change({ setsRetention: true }),
      { ...owner, role: ROLES.administrator },
      'Must be an organization owner',
    ],
    ['retention by an owner', PUBLIC, change({ setsRetention: true }), owner, null],
    [
      'a topics policy without permission',
      PUBLIC,
      change({ setsTopicsPolicy: true }),
      { ...owner, permissions: without('can_set_topics_policy_group') },
      PERMISSION,
    ],
    [
      'who may delete messages without permission',
      PUBLIC,
      change({ setsDeletePolicy: true }),
      { ...owner, permissions: without('can_set_delete_message_policy_group') },
      PERMISSION,
    ],
    ['who may delete messages', PUBLIC, change({ setsDeletePolicy: true }), member, null],
    ['who may read, without reading it', PROTECTED, change({ setsReaders: true }), outside, CONTENT],
    ['who may read, let in by a group', PROTECTED, change({ setsReaders: true }), { ...outside, mayJoinByGroup: true }, null],
  ];
  for (const [what, channel, asked, editor, expected] of table) {
    it(`${what}: ${expected ?? 'allowed'}`, () => expect(refusal(channel, asked, editor)).toBe(expected));
  }

  it('making it web-public is refused before permissions are checked if the organization does not allow spectators', () => {
    const editor = { ...owner, permissions: without('can_create_web_public_channel_group') };
    expect(refusal(PUBLIC, privacy({ isWebPublic: true }), editor, false)).toBe('Web-public channels are not enabled.');
  });
});
