import { describe, expect, it } from '@jest/globals';
import type { ChannelPrivacy } from '@parley/access';
import { ROLES } from '@parley/contracts';
import { CHANNEL_PERMISSIONS, type ChannelPermission } from './channel-creation.policy.js';
import {
  type ChannelChange,
  type ChannelEditor,
  changedPrivacy,
  channelUpdateRefusal,
  type RequestedPrivacy,
} from './channel-updating.policy.js';

const PUBLIC: ChannelPrivacy = { isPrivate: false, isWebPublic: false, historyPublicToSubscribers: true };
const WEB_PUBLIC: ChannelPrivacy = { ...PUBLIC, isWebPublic: true };
const SHARED: ChannelPrivacy = { ...PUBLIC, isPrivate: true };
const PROTECTED: ChannelPrivacy = { ...SHARED, historyPublicToSubscribers: false };

const NOTHING: RequestedPrivacy = { isPrivate: undefined, isWebPublic: undefined, historyPublicToSubscribers: undefined };
const change = (values: Partial<ChannelChange>): ChannelChange => ({
  privacy: NOTHING,
  willBeDefault: false,
  setsDefault: false,
  setsRetention: false,
  setsTopicsPolicy: false,
  setsDeletePolicy: false,
  setsReadAccess: false,
  ...values,
});
const privacy = (requested: Partial<RequestedPrivacy>) => change({ privacy: { ...NOTHING, ...requested } });

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

const refusal = (channel: ChannelPrivacy, requested: ChannelChange, editor: ChannelEditor, isSpectatorAccessEnabled = true) =>
  channelUpdateRefusal(channel, requested, editor, isSpectatorAccessEnabled)?.msg ?? null;

describe('the privacy after a change', () => {
  const table: [string, ChannelPrivacy, Partial<RequestedPrivacy>, ChannelPrivacy][] = [
    ['no change', SHARED, {}, SHARED],
    ['no change of protected history', PROTECTED, {}, PROTECTED],
    ['making it private protects history', PUBLIC, { isPrivate: true }, PROTECTED],
    ['making it private with shared history', PUBLIC, { isPrivate: true, historyPublicToSubscribers: true }, SHARED],
    ['making it public shares history', PROTECTED, { isPrivate: false }, PUBLIC],
    ['making it web-public', PROTECTED, { isPrivate: false, isWebPublic: true }, WEB_PUBLIC],
    ['sharing history', PROTECTED, { historyPublicToSubscribers: true }, SHARED],
  ];
  for (const [what, channel, requested, after] of table) {
    it(what, () => expect(changedPrivacy(channel, { ...NOTHING, ...requested })).toEqual(after));
  }
});

describe('changing a channel that the user administers', () => {
  const CONTENT = 'Channel content access is required.';
  const PERMISSION = 'Insufficient permission';
  const table: [string, ChannelPrivacy, ChannelChange, ChannelEditor, string | null][] = [
    ['no special change', PUBLIC, change({}), member, null],
    ['no special change, without content access', PROTECTED, change({}), outside, null],
    ['private and web-public', PUBLIC, privacy({ isPrivate: true, isWebPublic: true }), owner, 'Invalid parameters'],
    ['web-public although private', SHARED, privacy({ isWebPublic: true }), owner, 'Invalid parameters'],
    ['private although web-public', WEB_PUBLIC, privacy({ isPrivate: true }), owner, 'Invalid parameters'],
    ['public with protected history', PUBLIC, privacy({ historyPublicToSubscribers: false }), owner, 'Invalid parameters'],
    [
      'private default channel',
      PUBLIC,
      { ...privacy({ isPrivate: true }), willBeDefault: true, setsDefault: true },
      member,
      'A default channel cannot be private.',
    ],
    [
      'a private channel that is already a default channel',
      SHARED,
      change({ willBeDefault: true }),
      owner,
      'A default channel cannot be private.',
    ],
    ['making it private', PUBLIC, privacy({ isPrivate: true }), member, null],
    ['staying private, without content access', PROTECTED, privacy({ isPrivate: true }), outside, CONTENT],
    ['sharing the history of a private channel', PROTECTED, privacy({ historyPublicToSubscribers: true }), member, null],
    ['making it public', PROTECTED, privacy({ isPrivate: false }), member, null],
    ['making it public, without content access', PROTECTED, privacy({ isPrivate: false }), outside, CONTENT],
    [
      'making it public, without permission to create such',
      PROTECTED,
      privacy({ isPrivate: false }),
      { ...member, permissions: without('can_create_public_channel_group') },
      PERMISSION,
    ],
    [
      'making it private, without permission to create such',
      PUBLIC,
      privacy({ isPrivate: true }),
      { ...owner, permissions: without('can_create_private_channel_group') },
      PERMISSION,
    ],
    [
      'still private, without permission to create such',
      SHARED,
      privacy({ isPrivate: true }),
      { ...owner, permissions: without('can_create_private_channel_group') },
      null,
    ],
    ['making it web-public', PUBLIC, privacy({ isWebPublic: true }), member, null],
    [
      'making it web-public, without permission to create such',
      PUBLIC,
      privacy({ isWebPublic: true }),
      { ...owner, permissions: without('can_create_web_public_channel_group') },
      PERMISSION,
    ],
    [
      'still web-public, without permission to create such',
      WEB_PUBLIC,
      privacy({ isWebPublic: true }),
      { ...owner, permissions: without('can_create_web_public_channel_group') },
      null,
    ],
    [
      'no longer web-public, without permission to create such',
      WEB_PUBLIC,
      privacy({ isWebPublic: false }),
      { ...owner, permissions: without('can_create_web_public_channel_group') },
      null,
    ],
    [
      'making it web-public instead of private, by its own permission',
      SHARED,
      privacy({ isPrivate: false, isWebPublic: true }),
      { ...owner, permissions: without('can_create_public_channel_group') },
      null,
    ],
    [
      'making it web-public instead of private, without permission',
      SHARED,
      privacy({ isPrivate: false, isWebPublic: true }),
      { ...owner, permissions: without('can_create_web_public_channel_group') },
      PERMISSION,
    ],
    ['default channel by a member', PUBLIC, change({ willBeDefault: true, setsDefault: true }), member, PERMISSION],
    [
      'default channel by an administrator',
      PUBLIC,
      change({ willBeDefault: true, setsDefault: true }),
      { ...owner, role: ROLES.administrator },
      null,
    ],
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
    ['a topics policy', PUBLIC, change({ setsTopicsPolicy: true }), member, null],
    [
      'permissions for deleting, without permission',
      PUBLIC,
      change({ setsDeletePolicy: true }),
      { ...owner, permissions: without('can_set_delete_message_policy_group') },
      PERMISSION,
    ],
    ['permissions for deleting', PUBLIC, change({ setsDeletePolicy: true }), member, null],
    ['permissions for reading, without content access', PROTECTED, change({ setsReadAccess: true }), outside, CONTENT],
    [
      'permissions for reading, with permission by group',
      PROTECTED,
      change({ setsReadAccess: true }),
      { ...outside, mayJoinByGroup: true },
      null,
    ],
  ];
  for (const [what, channel, requested, editor, expected] of table) {
    it(`${what}: ${expected ?? 'allowed'}`, () => expect(refusal(channel, requested, editor)).toBe(expected));
  }

  it('making it web-public is refused before permissions are checked if the organization does not allow spectators', () => {
    const editor = { ...owner, permissions: without('can_create_web_public_channel_group') };
    expect(refusal(PUBLIC, privacy({ isWebPublic: true }), editor, false)).toBe('Web-public channels are not enabled.');
    expect(refusal(WEB_PUBLIC, privacy({ isWebPublic: true }), editor, false)).toBeNull();
    expect(refusal(PUBLIC, change({}), editor, false)).toBeNull();
  });
});
