// Users, bots and groups in the documentation.
import type { BotObject } from '../organization/realm-bot-events.js';
import type { UserGroupObject } from '../organization/user-group-object.js';
import { buildUserObject, type UserFacts } from '../organization/user-object.js';

const leila: UserFacts = {
  id: 7,
  email: 'leila@demo.example',
  deliveryEmail: 'leila@demo.example',
  emailAddressVisibility: 1,
  fullName: 'Leila Haddad',
  joinedAt: '2026-11-21T08:00:00.000Z',
  isActive: true,
  role: 400,
  isBot: false,
  isSystemBot: false,
  botType: null,
  botOwnerId: null,
  timezone: 'Europe/Berlin',
  avatarUrl: 'https://secure.gravatar.com/avatar/4d9cd1ad1b7d0b8b?d=identicon&version=1',
  avatarVersion: 1,
  avatarSource: 'G',
  profileData: { 1: { value: '*hello*', rendered_value: '<p><em>hello</em></p>' } },
};

export const userExample = buildUserObject(leila, { seesDeliveryEmail: true, clientGravatar: false, withProfileData: true });

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
