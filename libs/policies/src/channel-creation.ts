import { isAdministrator, ROLES, type Role } from '@parley/contracts';
import type { SystemGroup } from './system-groups.js';

export type ChannelKind = 'public' | 'private' | 'web-public';

/** The organization's permission settings that channels look at, with the group each has until it is changed. */
export const CHANNEL_PERMISSION_DEFAULTS = {
  can_create_public_channel_group: 'role:members',
  can_create_private_channel_group: 'role:members',
  can_create_web_public_channel_group: 'role:owners',
  can_add_subscribers_group: 'role:members',
  can_set_topics_policy_group: 'role:members',
} as const satisfies Readonly<Record<string, SystemGroup>>;
export type ChannelPermission = keyof typeof CHANNEL_PERMISSION_DEFAULTS;
// Object.keys forgets which keys there are.
export const CHANNEL_PERMISSIONS = Object.keys(CHANNEL_PERMISSION_DEFAULTS) as readonly ChannelPermission[];

const CREATION_PERMISSION: Readonly<Record<ChannelKind, ChannelPermission>> = {
  public: 'can_create_public_channel_group',
  private: 'can_create_private_channel_group',
  'web-public': 'can_create_web_public_channel_group',
};

export interface ChannelCreator {
  readonly role: Role;
  /** Those of the organization's permissions that the person has by group. */
  readonly permissions: ReadonlySet<ChannelPermission>;
}

/** What a creation asks for that not everybody may ask for. */
export interface ChannelCreation {
  readonly kind: ChannelKind;
  readonly isDefault: boolean;
  /** Any retention but the organization's. */
  readonly setsRetention: boolean;
  /** Any topics policy but the organization's. */
  readonly setsTopicsPolicy: boolean;
}

/** Guests never create channels, whatever a group says (reference/rules.md section 7). */
export function mayCreateChannel(creation: ChannelCreation, { role, permissions }: ChannelCreator): boolean {
  if (role === ROLES.guest || !permissions.has(CREATION_PERMISSION[creation.kind])) return false;
  if (creation.isDefault && !isAdministrator(role)) return false;
  if (creation.setsRetention && role !== ROLES.owner) return false;
  return !creation.setsTopicsPolicy || permissions.has('can_set_topics_policy_group');
}

/** Whether subscribers of a new channel see what was sent before they came. Only private channels may protect their history. */
export function isHistoryShared(kind: ChannelKind, asked: boolean | undefined): boolean {
  return kind !== 'private' || (asked ?? false);
}
