// Channels in the documentation.

import type { ChannelFolderObject } from '../channels/channel-folder-object.js';
import type { ChannelObject } from '../channels/channel-object.js';
import { initialPersonalProperties, type SubscriptionObject } from '../channels/subscription-object.js';

export const channelExample: ChannelObject = {
  stream_id: 3,
  name: 'general',
  description: 'What **everybody** should hear',
  rendered_description: '<p>What <strong>everybody</strong> should hear</p>',
  date_created: 1_795_261_897,
  creator_id: 5,
  invite_only: false,
  is_web_public: false,
  history_public_to_subscribers: true,
  is_archived: false,
  message_retention_days: null,
  topics_policy: 'inherit',
  folder_id: null,
  first_message_id: 1,
  is_recently_active: true,
  stream_weekly_traffic: null,
  subscriber_count: 2,
  is_announcement_only: false,
  stream_post_policy: 1,
  can_add_subscribers_group: 1,
  can_administer_channel_group: { direct_members: [5], direct_subgroups: [] },
  can_create_topic_group: 7,
  can_delete_any_message_group: 1,
  can_delete_own_message_group: 1,
  can_move_messages_out_of_channel_group: 1,
  can_move_messages_within_channel_group: 1,
  can_remove_subscribers_group: 3,
  can_resolve_topics_group: 1,
  can_send_message_group: 7,
  can_subscribe_group: 1,
};

export const subscriptionExample: SubscriptionObject = {
  ...channelExample,
  ...initialPersonalProperties('#f4ae55'),
  in_home_view: true,
  subscribers: [5, 7],
};

export const channelFolderExample: ChannelFolderObject = {
  id: 1,
  name: 'Company',
  description: 'For *all* of us',
  rendered_description: '<p>For <em>all</em> of us</p>',
  order: 0,
  date_created: 1_795_261_910,
  creator_id: 5,
  is_archived: false,
};
