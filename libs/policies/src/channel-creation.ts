import { isAdministrator, type OrganizationPermission, ROLES, type Role } from '@parley/contracts';

export type ChannelKind = 'public' | 'private' | 'web-public';

/** The organization's permissions that channels look at. */
export const CHANNEL_PERMISSIONS = [
  'can_create_public_channel_group',
  'can_create_private_channel_group',
  'can_create_web_public_channel_group',
  'can_add_subscribers_group',
  'can_set_topics_policy_group',
  'can_set_delete_message_policy_group',
] as const satisfies readonly OrganizationPermission[];
export type ChannelPermission = (typeof CHANNEL_PERMISSIONS)[number];

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
  /** Anything but the organization's rules of who may delete messages. */
  readonly setsDeletePolicy: boolean;
}

/** Whether the person may make channels of the kind, new ones or others into it. */
export function mayMakeKind(kind: ChannelKind, { role, permissions }: ChannelCreator): boolean {
  return role !== ROLES.guest && permissions.has(CREATION_PERMISSION[kind]);
}

/** Guests never create channels, whatever a group says (reference/rules.md section 7). */
export function mayCreateChannel(creation: ChannelCreation, creator: ChannelCreator): boolean {
  const { role, permissions } = creator;
  if (!mayMakeKind(creation.kind, creator)) return false;
  if (creation.isDefault && !isAdministrator(role)) return false;
  if (creation.setsRetention && role !== ROLES.owner) return false;
  if (creation.setsTopicsPolicy && !permissions.has('can_set_topics_policy_group')) return false;
  return !creation.setsDeletePolicy || permissions.has('can_set_delete_message_policy_group');
}

/** Whether subscribers of a new channel see what was sent before they came. Only private channels may protect their history. */
export function isHistoryShared(kind: ChannelKind, asked: boolean | undefined): boolean {
  return kind !== 'private' || (asked ?? false);
}
