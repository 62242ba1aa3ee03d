import type { ChannelGroupSettingName, ChannelObject, GroupSettingValue } from '@parley/contracts/channels';
import type { ChannelRecord, SqlReader } from '@parley/persistence';
import { type GroupRecord, groupsById, settingValueOf } from '../groups/groups.js';

type GroupColumn = Extract<keyof ChannelRecord, `can${string}`>;

/** The column of each permission setting of a channel. */
export const GROUP_COLUMNS = {
  can_add_subscribers_group: 'canAddSubscribersGroup',
  can_administer_channel_group: 'canAdministerChannelGroup',
  can_create_topic_group: 'canCreateTopicGroup',
  can_delete_any_message_group: 'canDeleteAnyMessageGroup',
  can_delete_own_message_group: 'canDeleteOwnMessageGroup',
  can_move_messages_out_of_channel_group: 'canMoveMessagesOutOfChannelGroup',
  can_move_messages_within_channel_group: 'canMoveMessagesWithinChannelGroup',
  can_remove_subscribers_group: 'canRemoveSubscribersGroup',
  can_resolve_topics_group: 'canResolveTopicsGroup',
  can_send_message_group: 'canSendMessageGroup',
  can_subscribe_group: 'canSubscribeGroup',
} as const satisfies Record<ChannelGroupSettingName, GroupColumn>;

/** stream_post_policy of channels where exactly this system group may post. All other channels have 1, which means everyone. */
const POST_POLICIES: Readonly<Record<string, number>> = { 'role:administrators': 2, 'role:fullmembers': 3, 'role:moderators': 4 };
const EVERYONE_POSTS = 1;
const ADMINISTRATORS_POST = 2;

/** Channels in the format for clients. Reads the groups of their permission settings in one statement for all. */
export async function channelObjects(
  reader: SqlReader,
  organizationId: number,
  channels: readonly ChannelRecord[],
): Promise<ChannelObject[]> {
  return channelObjectsOf(channels, await groupsById(reader, organizationId, channels.flatMap(groupsInChannel)));
}

/** The ids of the groups of its permission settings. */
export function groupsInChannel(channel: ChannelRecord): number[] {
  return Object.values(GROUP_COLUMNS).map((column) => channel[column]);
}

/** `groups`: at least those of `groupsInChannel`. */
export function channelObjectsOf(channels: readonly ChannelRecord[], groups: readonly GroupRecord[]): ChannelObject[] {
  const byId = new Map(groups.map((group) => [group.id, group]));
  return channels.map((channel) => toObject(channel, byId));
}

function toObject(channel: ChannelRecord, groups: ReadonlyMap<number, GroupRecord>): ChannelObject {
  const value = (setting: ChannelGroupSettingName): GroupSettingValue => {
    const group = groups.get(channel[GROUP_COLUMNS[setting]]);
    if (group === undefined) throw new Error(`channel ${channel.id} has no group for ${setting}`);
    return settingValueOf(group);
  };
  const postPolicy = POST_POLICIES[groups.get(channel.canSendMessageGroup)?.name ?? ''] ?? EVERYONE_POSTS;
  return {
    stream_id: channel.id,
    name: channel.name,
    description: channel.description,
    rendered_description: channel.renderedDescription,
    date_created: Math.floor(channel.createdAt.getTime() / 1000),
    creator_id: channel.creatorId,
    invite_only: channel.isPrivate,
    is_web_public: channel.isWebPublic,
    history_public_to_subscribers: channel.historyPublicToSubscribers,
    is_archived: channel.isArchived,
    message_retention_days: channel.messageRetentionDays,
    topics_policy: channel.topicsPolicy,
    folder_id: channel.folderId,
    first_message_id: channel.firstMessageId,
    is_recently_active: channel.isRecentlyActive,
    stream_weekly_traffic: channel.weeklyTraffic,
    subscriber_count: channel.subscriberCount,
    is_announcement_only: postPolicy === ADMINISTRATORS_POST,
    stream_post_policy: postPolicy,
    can_add_subscribers_group: value('can_add_subscribers_group'),
    can_administer_channel_group: value('can_administer_channel_group'),
    can_create_topic_group: value('can_create_topic_group'),
    can_delete_any_message_group: value('can_delete_any_message_group'),
    can_delete_own_message_group: value('can_delete_own_message_group'),
    can_move_messages_out_of_channel_group: value('can_move_messages_out_of_channel_group'),
    can_move_messages_within_channel_group: value('can_move_messages_within_channel_group'),
    can_remove_subscribers_group: value('can_remove_subscribers_group'),
    can_resolve_topics_group: value('can_resolve_topics_group'),
    can_send_message_group: value('can_send_message_group'),
    can_subscribe_group: value('can_subscribe_group'),
  };
}
