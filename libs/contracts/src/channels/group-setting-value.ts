import { z } from 'zod';

/** A permission setting (spec section 1): the id of a user group, or an anonymous group of direct members and subgroups. */
export const groupSettingValue = z.union([
  z.int(),
  z.strictObject({ direct_members: z.array(z.int()), direct_subgroups: z.array(z.int()) }),
]);
export type GroupSettingValue = z.infer<typeof groupSettingValue>;

/** What a permission setting demands of its value, and who has the permission when nothing was chosen (reference/rules.md section 7). */
export interface ChannelGroupSetting {
  readonly defaultGroup: 'role:everyone' | 'role:administrators' | 'role:nobody' | 'creator';
  /** False: role:everyone is refused, and guests never benefit. */
  readonly everyoneAllowed: boolean;
}

/** The permission settings of a channel, by wire name (spec 2.3). role:nobody is allowed in each, role:internet in none. */
export const CHANNEL_GROUP_SETTINGS = {
  can_add_subscribers_group: { defaultGroup: 'role:nobody', everyoneAllowed: false },
  can_administer_channel_group: { defaultGroup: 'creator', everyoneAllowed: false },
  can_create_topic_group: { defaultGroup: 'role:everyone', everyoneAllowed: true },
  can_delete_any_message_group: { defaultGroup: 'role:nobody', everyoneAllowed: true },
  can_delete_own_message_group: { defaultGroup: 'role:nobody', everyoneAllowed: true },
  can_move_messages_out_of_channel_group: { defaultGroup: 'role:nobody', everyoneAllowed: true },
  can_move_messages_within_channel_group: { defaultGroup: 'role:nobody', everyoneAllowed: true },
  can_remove_subscribers_group: { defaultGroup: 'role:administrators', everyoneAllowed: true },
  can_resolve_topics_group: { defaultGroup: 'role:nobody', everyoneAllowed: true },
  can_send_message_group: { defaultGroup: 'role:everyone', everyoneAllowed: true },
  can_subscribe_group: { defaultGroup: 'role:nobody', everyoneAllowed: false },
} as const satisfies Readonly<Record<string, ChannelGroupSetting>>;

export type ChannelGroupSettingName = keyof typeof CHANNEL_GROUP_SETTINGS;

// Object.keys forgets which keys there are.
export const CHANNEL_GROUP_SETTING_NAMES = Object.keys(CHANNEL_GROUP_SETTINGS) as readonly ChannelGroupSettingName[];
