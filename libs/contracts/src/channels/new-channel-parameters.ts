import { z } from 'zod';
import { bool, int, json, type Param, textOrJson } from '../wire/param.js';
import { channelGroupParameters } from './channel-group-parameters.js';
import { TOPICS_POLICIES, type TopicsPolicy } from './channel-object.js';
import { type GroupSettingValue, groupSettingValue } from './group-setting-value.js';

/** A hundred years. */
const MAX_RETENTION_DAYS = 36_500;

/** Days, for ever, or whatever the organization chose. */
export type RetentionParameter = number | 'realm_default' | 'unlimited';
export const retentionParameter = (): Param<RetentionParameter> =>
  textOrJson<RetentionParameter>(z.union([z.int().min(1).max(MAX_RETENTION_DAYS), z.enum(['realm_default', 'unlimited'])]));
export const topicsPolicyParameter = (): Param<TopicsPolicy> => textOrJson<TopicsPolicy>(z.enum(TOPICS_POLICIES));

const groupSetting = (): Param<GroupSettingValue | undefined> => json<GroupSettingValue>(groupSettingValue).optional();

/** How new channels are made. Each absent permission setting takes its default (reference/rules.md section 7). */
export const newChannelParameters = {
  announce: bool().default(false).describe('Tell of new channels, but private ones, where the organization announces such.'),
  send_new_subscription_messages: bool()
    .default(true)
    .describe('Have the notification bot tell others, at most max_bulk_new_subscription_messages people, that they were subscribed.'),
  invite_only: bool().default(false).describe('New channels are private.'),
  is_web_public: bool().default(false),
  is_default_stream: bool().default(false).describe('New users will be subscribed to new channels.'),
  history_public_to_subscribers: bool()
    .optional()
    .describe('Whether subscribers see what was sent before they came. Initially true, false for private channels.'),
  message_retention_days: retentionParameter().optional(),
  topics_policy: topicsPolicyParameter().default('inherit'),
  folder_id: int().optional().describe('Channel folder of new channels. Initially none.'),
  ...channelGroupParameters(groupSetting),
};
