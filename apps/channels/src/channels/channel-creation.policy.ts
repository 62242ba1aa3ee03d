import { apiErrors, isAdministrator, type Refusal, ROLES, type Role } from '@parley/contracts';
import type { OrganizationPermission } from '@parley/contracts/organization';

export type ChannelKind = 'public' | 'private' | 'web-public';

/** The organization permissions that the channels service checks. */
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
  /** The organization permissions that the user has through groups. */
  readonly permissions: ReadonlySet<ChannelPermission>;
}

/** The parts of a request to create a channel that require further permissions. */
export interface ChannelCreation {
  readonly kind: ChannelKind;
  readonly isDefault: boolean;
  /** A retention other than the organization's. */
  readonly setsRetention: boolean;
  /** A topics policy other than the organization's. */
  readonly setsTopicsPolicy: boolean;
  /** Settings for deleting messages other than the organization's. */
  readonly setsDeletePolicy: boolean;
}

/** Whether the user may create channels of this kind, or change an existing channel to this kind. */
export function mayMakeKind(kind: ChannelKind, { role, permissions }: ChannelCreator): boolean {
  return role !== ROLES.guest && permissions.has(CREATION_PERMISSION[kind]);
}

/** Guests never create channels, regardless of groups. Only administrators make default channels, and only owners set a retention. */
export function mayCreateChannel(creation: ChannelCreation, creator: ChannelCreator): boolean {
  const { role, permissions } = creator;
  if (!mayMakeKind(creation.kind, creator)) return false;
  if (creation.isDefault && !isAdministrator(role)) return false;
  if (creation.setsRetention && role !== ROLES.owner) return false;
  if (creation.setsTopicsPolicy && !permissions.has('can_set_topics_policy_group')) return false;
  return !creation.setsDeletePolicy || permissions.has('can_set_delete_message_policy_group');
}

export function channelCreationRefusal(creation: ChannelCreation, creator: ChannelCreator, isSpectatorAccessEnabled: boolean): Refusal {
  if (creation.kind === 'web-public' && !isSpectatorAccessEnabled) return apiErrors.webPublicChannelsDisabled();
  return mayCreateChannel(creation, creator) ? undefined : apiErrors.insufficientPermission();
}

/** Whether later subscribers of a new channel can see earlier messages. Only private channels may hide their history. */
export function isHistoryShared(kind: ChannelKind, requested: boolean | undefined): boolean {
  return kind !== 'private' || (requested ?? false);
}
