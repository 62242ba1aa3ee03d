import type { OrganizationPermission } from '@parley/contracts/organization';
import type { OrganizationKey } from './rules.js';

interface PermissionGroup {
  readonly title: OrganizationKey;
  readonly permissions: readonly (readonly [OrganizationPermission, OrganizationKey])[];
}

/** The permissions of the organization, by what they concern. */
export const PERMISSION_GROUPS: readonly PermissionGroup[] = [
  {
    title: 'aboutJoining',
    permissions: [
      ['can_invite_users_group', 'mayInvite'],
      ['create_multiuse_invite_group', 'mayMakeLinks'],
      ['can_access_all_users_group', 'maySeePeople'],
    ],
  },
  {
    title: 'aboutChannels',
    permissions: [
      ['can_create_public_channel_group', 'mayCreatePublic'],
      ['can_create_private_channel_group', 'mayCreatePrivate'],
      ['can_create_web_public_channel_group', 'mayCreateWebPublic'],
      ['can_add_subscribers_group', 'mayAddSubscribers'],
      ['can_mention_many_users_group', 'mayMentionMany'],
    ],
  },
  {
    title: 'aboutMessages',
    permissions: [
      ['can_move_messages_between_topics_group', 'mayMoveTopics'],
      ['can_move_messages_between_channels_group', 'mayMoveChannels'],
      ['can_resolve_topics_group', 'mayResolve'],
      ['can_delete_own_message_group', 'mayDeleteOwn'],
      ['can_delete_any_message_group', 'mayDeleteAny'],
      ['can_set_delete_message_policy_group', 'maySetDeletePolicy'],
      ['can_set_topics_policy_group', 'maySetTopicsPolicy'],
    ],
  },
  {
    title: 'aboutDirect',
    permissions: [
      ['direct_message_permission_group', 'mayUseDirect'],
      ['direct_message_initiator_group', 'mayStartDirect'],
    ],
  },
  {
    title: 'aboutOthers',
    permissions: [
      ['can_add_custom_emoji_group', 'mayAddEmoji'],
      ['can_create_bots_group', 'mayCreateBots'],
      ['can_create_write_only_bots_group', 'mayCreateWebhooks'],
      ['can_create_groups', 'mayCreateGroups'],
      ['can_manage_all_groups', 'mayManageGroups'],
    ],
  },
];
