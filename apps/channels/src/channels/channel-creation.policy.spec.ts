import { describe, expect, it } from '@jest/globals';
import { ROLES } from '@parley/contracts';
import {
  CHANNEL_PERMISSIONS,
  type ChannelCreation,
  type ChannelKind,
  type ChannelPermission,
  isHistoryShared,
  mayCreateChannel,
} from './channel-creation.policy.js';

const plain: ChannelCreation = { kind: 'public', isDefault: false, setsRetention: false, setsTopicsPolicy: false, setsDeletePolicy: false };
const all = new Set<ChannelPermission>(CHANNEL_PERMISSIONS);
const without = (permission: ChannelPermission) => new Set([...all].filter((each) => each !== permission));

describe('creating channels', () => {
  const kinds: [ChannelKind, ChannelPermission][] = [
    ['public', 'can_create_public_channel_group'],
    ['private', 'can_create_private_channel_group'],
    ['web-public', 'can_create_web_public_channel_group'],
  ];
  for (const [kind, permission] of kinds) {
    it(`${kind} needs ${permission} and nothing else`, () => {
      expect(mayCreateChannel({ ...plain, kind }, { role: ROLES.member, permissions: new Set([permission]) })).toBe(true);
      expect(mayCreateChannel({ ...plain, kind }, { role: ROLES.owner, permissions: without(permission) })).toBe(false);
    });
  }

  it('is never allowed for guests, regardless of groups', () => {
    expect(mayCreateChannel(plain, { role: ROLES.guest, permissions: all })).toBe(false);
  });

  const table: [string, Partial<ChannelCreation>, readonly number[]][] = [
    ['default channels: administrators', { isDefault: true }, [ROLES.owner, ROLES.administrator]],
    ['retention: owners', { setsRetention: true }, [ROLES.owner]],
    ['no special settings: everyone except guests', {}, [ROLES.owner, ROLES.administrator, ROLES.moderator, ROLES.member]],
  ];
  for (const [what, creation, allowed] of table) {
    it(what, () => {
      const may = Object.values(ROLES).filter((role) => mayCreateChannel({ ...plain, ...creation }, { role, permissions: all }));
      expect(may).toEqual(allowed);
    });
  }

  it('a topics policy needs can_set_topics_policy_group', () => {
    const creation = { ...plain, setsTopicsPolicy: true };
    expect(mayCreateChannel(creation, { role: ROLES.owner, permissions: all })).toBe(true);
    expect(mayCreateChannel(creation, { role: ROLES.owner, permissions: without('can_set_topics_policy_group') })).toBe(false);
  });

  it('who may delete messages needs can_set_delete_message_policy_group', () => {
    const creation = { ...plain, setsDeletePolicy: true };
    expect(mayCreateChannel(creation, { role: ROLES.owner, permissions: all })).toBe(true);
    expect(mayCreateChannel(creation, { role: ROLES.owner, permissions: without('can_set_delete_message_policy_group') })).toBe(false);
  });
});

describe('the history of new channels', () => {
  const table: [ChannelKind, boolean | undefined, boolean][] = [
    ['public', undefined, true],
    ['public', false, true],
    ['web-public', false, true],
    ['private', undefined, false],
    ['private', false, false],
    ['private', true, true],
  ];
  for (const [kind, requested, shared] of table) {
    it(`${kind}, requested ${requested}: ${shared ? 'shared' : 'protected'}`, () => expect(isHistoryShared(kind, requested)).toBe(shared));
  }
});
