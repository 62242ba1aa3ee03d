import { type PermissionSetting, permission } from '../organization/permission-setting.js';

/** A permission of a channel. Its initial value is the group `initial`, or only the channel's creator. */
export interface ChannelGroupSetting extends PermissionSetting {
  readonly initiallyCreator: boolean;
}

const channelPermission = (...args: Parameters<typeof permission>): ChannelGroupSetting => ({
  ...permission(...args),
  initiallyCreator: false,
});
const notForGuests = { everyoneAllowed: false } as const;

/** The permission settings of a channel, by wire name. None of them allows role:internet. */
export const CHANNEL_GROUP_SETTINGS = {
  can_add_subscribers_group: channelPermission('role:nobody', notForGuests),
  can_administer_channel_group: { ...channelPermission('role:nobody', notForGuests), initiallyCreator: true },
  can_create_topic_group: channelPermission('role:everyone'),
  can_delete_any_message_group: channelPermission('role:nobody'),
  can_delete_own_message_group: channelPermission('role:nobody'),
  can_move_messages_out_of_channel_group: channelPermission('role:nobody'),
  can_move_messages_within_channel_group: channelPermission('role:nobody'),
  can_remove_subscribers_group: channelPermission('role:administrators'),
  can_resolve_topics_group: channelPermission('role:nobody'),
  can_send_message_group: channelPermission('role:everyone'),
  can_subscribe_group: channelPermission('role:nobody', notForGuests),
} as const satisfies Readonly<Record<string, ChannelGroupSetting>>;

export type ChannelGroupSettingName = keyof typeof CHANNEL_GROUP_SETTINGS;
// Object.keys loses the type of the keys.
export const CHANNEL_GROUP_SETTING_NAMES = Object.keys(CHANNEL_GROUP_SETTINGS) as readonly ChannelGroupSettingName[];
