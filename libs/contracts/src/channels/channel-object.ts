import { z } from 'zod';
import { groupSettingValue } from '../group-setting-value.js';

export const TOPICS_POLICIES = ['inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only'] as const;
export type TopicsPolicy = (typeof TOPICS_POLICIES)[number];

/** The fields of a channel that are the same for all viewers. Strict clients reject any other field. */
export const channelObjectShape = {
  stream_id: z.int(),
  name: z.string(),
  /** Markdown. */
  description: z.string(),
  rendered_description: z.string(),
  /** Seconds since the epoch. */
  date_created: z.int(),
  creator_id: z.int().nullable(),
  invite_only: z.boolean(),
  is_web_public: z.boolean(),
  history_public_to_subscribers: z.boolean(),
  is_archived: z.boolean(),
  message_retention_days: z.int().nullable(),
  topics_policy: z.enum(TOPICS_POLICIES),
  folder_id: z.int().nullable(),
  first_message_id: z.int().nullable(),
  is_recently_active: z.boolean(),
  stream_weekly_traffic: z.int().nullable(),
  subscriber_count: z.int(),
  /** Deprecated: stream_post_policy is 2. */
  is_announcement_only: z.boolean(),
  /** Deprecated: 1 everyone, 2 administrators, 3 full members, 4 moderators. */
  stream_post_policy: z.int(),
  can_add_subscribers_group: groupSettingValue,
  can_administer_channel_group: groupSettingValue,
  can_create_topic_group: groupSettingValue,
  can_delete_any_message_group: groupSettingValue,
  can_delete_own_message_group: groupSettingValue,
  can_move_messages_out_of_channel_group: groupSettingValue,
  can_move_messages_within_channel_group: groupSettingValue,
  can_remove_subscribers_group: groupSettingValue,
  can_resolve_topics_group: groupSettingValue,
  can_send_message_group: groupSettingValue,
  can_subscribe_group: groupSettingValue,
};
export const channelObject = z.object(channelObjectShape).meta({ id: 'Channel' });
export type ChannelObject = z.infer<typeof channelObject>;
