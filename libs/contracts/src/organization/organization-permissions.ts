import { type PermissionSetting, permission } from './permission-setting.js';

const notForGuests = { everyoneAllowed: false } as const;
/** With these permissions, users could give themselves access that administrators do not have, or decide who joins. */
const changedByOwners = { ...notForGuests, ownersOnly: true } as const;

/**
 * The permissions of the organization. Each is a group-setting value. It is stored in organization.settings under this name as the id of a group
 * (absent: the system group `initial`), and registered as `realm_<name>`.
 */
export const ORGANIZATION_PERMISSIONS = {
  can_access_all_users_group: permission('role:everyone', { onlySystemGroups: ['role:everyone', 'role:members'], nobodyAllowed: false }),
  can_add_custom_emoji_group: permission('role:members', notForGuests),
  can_add_subscribers_group: permission('role:members', notForGuests),
  can_create_bots_group: permission('role:members', notForGuests),
  can_create_groups: permission('role:members', changedByOwners),
  can_create_private_channel_group: permission('role:members', notForGuests),
  can_create_public_channel_group: permission('role:members', notForGuests),
  can_create_web_public_channel_group: permission('role:owners', {
    onlySystemGroups: ['role:owners', 'role:administrators', 'role:moderators', 'role:nobody'],
    everyoneAllowed: false,
  }),
  can_create_write_only_bots_group: permission('role:members', notForGuests),
  can_delete_any_message_group: permission('role:administrators', notForGuests),
  can_delete_own_message_group: permission('role:everyone'),
  can_invite_users_group: permission('role:members', changedByOwners),
  can_manage_all_groups: permission('role:owners', changedByOwners),
  can_manage_billing_group: permission('role:administrators', notForGuests),
  can_mention_many_users_group: permission('role:administrators'),
  can_move_messages_between_channels_group: permission('role:members', notForGuests),
  can_move_messages_between_topics_group: permission('role:everyone'),
  can_resolve_topics_group: permission('role:everyone'),
  can_set_delete_message_policy_group: permission('role:moderators', notForGuests),
  can_set_topics_policy_group: permission('role:members', notForGuests),
  can_summarize_topics_group: permission('role:everyone'),
  create_multiuse_invite_group: permission('role:administrators', changedByOwners),
  direct_message_initiator_group: permission('role:everyone'),
  direct_message_permission_group: permission('role:everyone'),
  workplace_users_group: permission('role:everyone'),
} as const satisfies Readonly<Record<string, PermissionSetting>>;

export type OrganizationPermission = keyof typeof ORGANIZATION_PERMISSIONS;
export const ORGANIZATION_PERMISSION_NAMES = Object.keys(ORGANIZATION_PERMISSIONS) as readonly OrganizationPermission[];
