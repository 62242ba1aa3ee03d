import { z } from 'zod';
import { endpoint } from '../contract.js';
import { LIMITS } from '../limits.js';
import { bool, json, type Param, textOrJson } from '../wire/param.js';
import type { ChannelGroupSettingName } from './channel-group-settings.js';
import { TOPICS_POLICIES } from './channel-object.js';
import { type GroupSettingValue, groupSettingValue } from './group-setting-value.js';

const groupSetting = (description: string): Param<GroupSettingValue | undefined> =>
  json(groupSettingValue).optional().describe(description);

/** The permission settings of new channels; each absent one takes its default (reference/rules.md section 7). */
const groupSettings = {
  can_add_subscribers_group: groupSetting('Who may add subscribers.'),
  can_remove_subscribers_group: groupSetting('Who may remove subscribers, besides administrators.'),
  can_administer_channel_group: groupSetting('Who may administer the channel, besides administrators. Default: its creator.'),
  can_delete_any_message_group: groupSetting('Who may delete any message.'),
  can_delete_own_message_group: groupSetting('Who may delete their own messages.'),
  can_move_messages_out_of_channel_group: groupSetting('Who may move messages to another channel.'),
  can_move_messages_within_channel_group: groupSetting('Who may move messages between topics.'),
  can_send_message_group: groupSetting('Who may post.'),
  can_subscribe_group: groupSetting('Who may subscribe themselves, besides everyone but guests where the channel is public.'),
  can_resolve_topics_group: groupSetting('Who may resolve topics.'),
  can_create_topic_group: groupSetting('Who may start new topics.'),
} satisfies Record<ChannelGroupSettingName, Param<GroupSettingValue | undefined>>;

const channelNames = z.record(z.string(), z.array(z.string()));

/**
 * Subscribes the caller or others to channels; those that do not exist are created with the settings given (spec 4.2). All or nothing,
 * but for `authorization_errors_fatal=false`. Answers by user id: names in the order of the request.
 */
export const subscribe = endpoint({
  name: 'subscribe',
  method: 'POST',
  path: '/users/me/subscriptions',
  service: 'channels',
  spec: '4.2',
  summary: 'Subscribe to channels, creating those that do not exist',
  membersOnly: true,
  // 5,000 people to 20 channels are one call.
  timeoutMs: 30_000,
  params: {
    subscriptions: json(
      z.array(
        z.object({
          name: z.string(),
          description: z.string().max(LIMITS.max_stream_description_length).optional(),
          color: z
            .string()
            .regex(/^#([0-9a-f]{3}|[0-9a-f]{6})$/i)
            .optional(),
        }),
      ),
    )
      .describe('The channels. Descriptions are used for new ones.')
      .example([{ name: 'design', description: 'What it looks like' }]),
    principals: json(z.union([z.array(z.int()), z.array(z.string())]))
      .optional()
      .describe('Whom to subscribe: user ids, or API email addresses. Initially the caller.'),
    authorization_errors_fatal: bool().default(true).describe('False: channels that were refused are listed as `unauthorized`.'),
    invite_only: bool().default(false).describe('New channels are private.'),
    is_web_public: bool().default(false),
    is_default_stream: bool().default(false).describe('New users will be subscribed to new channels.'),
    history_public_to_subscribers: bool()
      .optional()
      .describe('Whether subscribers see what was sent before they came. Initially true, false for private channels.'),
    message_retention_days: textOrJson<number | 'realm_default' | 'unlimited'>(
      z.union([z.int().min(1), z.enum(['realm_default', 'unlimited'])]),
    ).optional(),
    topics_policy: textOrJson<(typeof TOPICS_POLICIES)[number]>(z.enum(TOPICS_POLICIES)).default('inherit'),
    ...groupSettings,
  },
  response: {
    subscribed: channelNames,
    already_subscribed: channelNames,
    unauthorized: z.array(z.string()).optional(),
    new_subscription_messages_sent: z.boolean(),
  },
  errors: ['insufficientPermission', 'guestsNotAllowed', 'badRequest'],
  example: { subscribed: { '9': ['design'] }, already_subscribed: {}, new_subscription_messages_sent: false },
});
