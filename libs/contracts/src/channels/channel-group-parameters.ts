import { Param } from '../wire/param.js';
import type { ChannelGroupSettingName } from './channel-group-settings.js';

const DESCRIPTIONS: Readonly<Record<ChannelGroupSettingName, string>> = {
  can_add_subscribers_group: 'Who may add subscribers.',
  can_remove_subscribers_group: 'Who may remove subscribers, in addition to administrators.',
  can_administer_channel_group: 'Who may administer the channel, in addition to administrators. Defaults to its creator.',
  can_delete_any_message_group: 'Who may delete any message.',
  can_delete_own_message_group: 'Who may delete their own messages.',
  can_move_messages_out_of_channel_group: 'Who may move messages to another channel.',
  can_move_messages_within_channel_group: 'Who may move messages between topics.',
  can_send_message_group: 'Who may send messages.',
  can_subscribe_group: 'Who may subscribe themselves. Everyone except guests can always subscribe to a public channel.',
  can_resolve_topics_group: 'Who may resolve topics.',
  can_create_topic_group: 'Who may start new topics.',
};

/** The parameters for the permission settings of a channel, each created by `param`. */
export function channelGroupParameters<T>(param: () => Param<T>): Readonly<Record<ChannelGroupSettingName, Param<T>>> {
  return {
    can_add_subscribers_group: param().describe(DESCRIPTIONS.can_add_subscribers_group),
    can_remove_subscribers_group: param().describe(DESCRIPTIONS.can_remove_subscribers_group),
    can_administer_channel_group: param().describe(DESCRIPTIONS.can_administer_channel_group),
    can_delete_any_message_group: param().describe(DESCRIPTIONS.can_delete_any_message_group),
    can_delete_own_message_group: param().describe(DESCRIPTIONS.can_delete_own_message_group),
    can_move_messages_out_of_channel_group: param().describe(DESCRIPTIONS.can_move_messages_out_of_channel_group),
    can_move_messages_within_channel_group: param().describe(DESCRIPTIONS.can_move_messages_within_channel_group),
    can_send_message_group: param().describe(DESCRIPTIONS.can_send_message_group),
    can_subscribe_group: param().describe(DESCRIPTIONS.can_subscribe_group),
    can_resolve_topics_group: param().describe(DESCRIPTIONS.can_resolve_topics_group),
    can_create_topic_group: param().describe(DESCRIPTIONS.can_create_topic_group),
  };
}
