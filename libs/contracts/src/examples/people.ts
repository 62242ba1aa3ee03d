// Users, bots and groups in the documentation.

import type { BotObject } from '../organization/realm-bot-events.js';
import type { UserGroupObject } from '../organization/user-group-object.js';
import type { UserObject } from '../organization/user-object.js';

export const userExample: UserObject = {
  user_id: 7,
  email: 'leila@demo.example',
  delivery_email: 'leila@demo.example',
  full_name: 'Leila Haddad',
  date_joined: '2026-11-21T08:00:00.000Z',
  is_active: true,
  is_owner: false,
  is_admin: false,
  is_guest: false,
  is_bot: false,
  bot_type: null,
  bot_owner_id: null,
  role: 400,
  timezone: 'Europe/Berlin',
  avatar_url: 'https://secure.gravatar.com/avatar/4d9cd1ad1b7d0b8b?d=identicon&version=1',
  avatar_version: 1,
  profile_data: { 1: { value: '*hello*', rendered_value: '<p><em>hello</em></p>' } },
};

export const botExample: BotObject = {
  user_id: 12,
  default_sending_stream: null,
  default_events_register_stream: null,
  default_all_public_streams: false,
  services: [],
};

export const userGroupExample: UserGroupObject = {
  id: 66,
  name: 'planners',
  description: 'Who plans',
  date_created: 1_795_261_900,
  creator_id: 5,
  members: [5, 7],
  direct_subgroup_ids: [],
  is_system_group: false,
  can_add_members_group: { direct_members: [5], direct_subgroups: [] },
  can_join_group: 8,
  can_leave_group: 7,
  can_manage_group: { direct_members: [5], direct_subgroups: [] },
  can_mention_group: 7,
  can_remove_members_group: { direct_members: [5], direct_subgroups: [] },
  deactivated: false,
};
