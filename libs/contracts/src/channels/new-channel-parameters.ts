import { z } from 'zod';
import { type GroupSettingValue, groupSettingErrors, groupSettingValue } from '../group-setting-value.js';
import { bool, int, json, Param, textOrJson } from '../wire/param.js';
import { channelGroupParameters } from './channel-group-parameters.js';
import { TOPICS_POLICIES, type TopicsPolicy } from './channel-object.js';

/** A hundred years. */
const MAX_RETENTION_DAYS = 36_500;

/** Days, forever, or the organization's default. */
export type RetentionParameter = number | 'realm_default' | 'unlimited';
export const retentionParameter = (): Param<RetentionParameter> =>
  textOrJson<RetentionParameter>(z.union([z.int().min(1).max(MAX_RETENTION_DAYS), z.enum(['realm_default', 'unlimited'])]));
export const topicsPolicyParameter = (): Param<TopicsPolicy> => textOrJson<TopicsPolicy>(z.enum(TOPICS_POLICIES));

const groupSetting = (): Param<GroupSettingValue | undefined> => json<GroupSettingValue>(groupSettingValue).optional();

/** Properties of new channels. An absent permission setting takes its default. */
export const newChannelParameters = {
  announce: bool()
    .default(false)
    .describe('Announce new channels, except private ones, in the channel that the organization uses for such announcements.'),
  send_new_subscription_messages: bool()
    .default(true)
    .describe(
      'Have the notification bot notify the other users whom this call subscribes. No one is notified if there are more than `max_bulk_new_subscription_messages`.',
    ),
  invite_only: bool().default(false).describe('Make new channels private.'),
  is_web_public: bool().default(false),
  is_default_stream: bool().default(false).describe('Make new channels default channels: new users are subscribed to them.'),
  history_public_to_subscribers: bool()
    .optional()
    .describe('Whether new subscribers can see earlier messages. Defaults to true for public and to false for private channels.'),
  message_retention_days: retentionParameter().optional(),
  topics_policy: topicsPolicyParameter().default('inherit'),
  folder_id: int().optional().describe('Id of the channel folder for new channels. Defaults to no folder.'),
  ...channelGroupParameters(groupSetting),
};

/** Errors of the name and the settings of a channel, also when they are changed. */
export const channelSettingErrors = [
  'channelNameEmpty',
  'channelNameTooLong',
  'channelNameInvalid',
  'conflictingChannelSettings',
  'defaultChannelMustBePublic',
  'webPublicChannelsDisabled',
  'unsupportedCombination',
  'invalidChannelFolderId',
  ...groupSettingErrors,
] as const;
