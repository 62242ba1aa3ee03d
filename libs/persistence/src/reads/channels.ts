import { isStorable } from '@parley/contracts';
import { channelNameKey } from '@parley/contracts/channels';
import { type Reader } from '../database.js';
import { Prisma } from '../generated/client.js';

/** A channel with everything that permission decisions and clients need. Group settings are group ids. */
export interface ChannelRecord {
  readonly id: number;
  readonly organizationId: number;
  readonly name: string;
  readonly description: string;
  readonly renderedDescription: string;
  readonly creatorId: number | null;
  readonly createdAt: Date;
  readonly isPrivate: boolean;
  readonly isWebPublic: boolean;
  readonly historyPublicToSubscribers: boolean;
  readonly isArchived: boolean;
  /** Null inherits the organization's setting, -1 means for ever. */
  readonly messageRetentionDays: number | null;
  readonly topicsPolicy: 'inherit' | 'allow_empty_topic' | 'disable_empty_topic' | 'empty_topic_only';
  readonly folderId: number | null;
  readonly subscriberCount: number;
  readonly isRecentlyActive: boolean;
  readonly weeklyTraffic: number | null;
  readonly firstMessageId: number | null;
  readonly canAddSubscribersGroup: number;
  readonly canAdministerChannelGroup: number;
  readonly canCreateTopicGroup: number;
  readonly canDeleteAnyMessageGroup: number;
  readonly canDeleteOwnMessageGroup: number;
  readonly canMoveMessagesOutOfChannelGroup: number;
  readonly canMoveMessagesWithinChannelGroup: number;
  readonly canRemoveSubscribersGroup: number;
  readonly canResolveTopicsGroup: number;
  readonly canSendMessageGroup: number;
  readonly canSubscribeGroup: number;
}

/** A channel and one user's relation to it. */
export interface ChannelForUser extends ChannelRecord {
  readonly isSubscribed: boolean;
}

const COLUMNS = Prisma.sql`
  c.id, c.organization_id AS "organizationId", c.name, c.description, c.rendered_description AS "renderedDescription",
  c.creator_id AS "creatorId", c.created_at AS "createdAt", c.is_private AS "isPrivate", c.is_web_public AS "isWebPublic",
  c.history_public_to_subscribers AS "historyPublicToSubscribers", c.is_archived AS "isArchived",
  c.message_retention_days AS "messageRetentionDays", c.topics_policy AS "topicsPolicy", c.folder_id AS "folderId",
  c.subscriber_count AS "subscriberCount", c.is_recently_active AS "isRecentlyActive", c.weekly_traffic AS "weeklyTraffic",
  (SELECT a.first_message_id::float8 FROM channel_activity a WHERE a.channel_id = c.id) AS "firstMessageId",
  c.can_add_subscribers_group AS "canAddSubscribersGroup", c.can_administer_channel_group AS "canAdministerChannelGroup",
  c.can_create_topic_group AS "canCreateTopicGroup", c.can_delete_any_message_group AS "canDeleteAnyMessageGroup",
  c.can_delete_own_message_group AS "canDeleteOwnMessageGroup",
  c.can_move_messages_out_of_channel_group AS "canMoveMessagesOutOfChannelGroup",
  c.can_move_messages_within_channel_group AS "canMoveMessagesWithinChannelGroup",
  c.can_remove_subscribers_group AS "canRemoveSubscribersGroup", c.can_resolve_topics_group AS "canResolveTopicsGroup",
  c.can_send_message_group AS "canSendMessageGroup", c.can_subscribe_group AS "canSubscribeGroup"`;

const isSubscribed = (userId: number) => Prisma.sql`
  EXISTS (SELECT FROM subscription s WHERE s.user_id = ${userId} AND s.channel_id = c.id AND s.active) AS "isSubscribed"`;

/** Every channel of the organization, also archived ones. */
export function allChannels(reader: Reader, organizationId: number, userId: number): Promise<ChannelForUser[]> {
  return reader.$queryRaw<ChannelForUser[]>`
    SELECT ${COLUMNS}, ${isSubscribed(userId)} FROM channel c WHERE c.organization_id = ${organizationId} ORDER BY c.id`;
}

export function channelsById(reader: Reader, organizationId: number, channelIds: readonly number[]): Promise<ChannelRecord[]> {
  return reader.$queryRaw<ChannelRecord[]>`
    SELECT ${COLUMNS} FROM channel c WHERE c.organization_id = ${organizationId} AND c.id = ANY (${[...channelIds]}::bigint[]) ORDER BY c.id`;
}

/** Channels that can be read without credentials if the organization allows it. Also archived ones. */
export function webPublicChannels(reader: Reader, organizationId: number): Promise<ChannelRecord[]> {
  return reader.$queryRaw<ChannelRecord[]>`
    SELECT ${COLUMNS} FROM channel c WHERE c.organization_id = ${organizationId} AND c.is_web_public ORDER BY c.id`;
}

/** The channels with these names that exist, regardless of case. */
export function channelsByName(
  reader: Reader,
  organizationId: number,
  userId: number,
  names: readonly string[],
): Promise<ChannelForUser[]> {
  return reader.$queryRaw<ChannelForUser[]>`
    SELECT ${COLUMNS}, ${isSubscribed(userId)} FROM channel c
    WHERE c.organization_id = ${organizationId} AND c.name_key = ANY (${names.filter(isStorable).map(channelNameKey)}::text[])`;
}

/** One channel, by id or by case-insensitive name, with the user's relation to it. Does not check whether they can see it: policies do. */
export async function channelForUser(
  reader: Reader,
  organizationId: number,
  userId: number,
  by: { readonly id: number } | { readonly name: string },
): Promise<ChannelForUser | undefined> {
  if ('name' in by && !isStorable(by.name)) return undefined;
  const matches = 'id' in by ? Prisma.sql`c.id = ${by.id}::bigint` : Prisma.sql`c.name_key = ${channelNameKey(by.name)}`;
  const [channel] = await reader.$queryRaw<ChannelForUser[]>`
    SELECT ${COLUMNS}, ${isSubscribed(userId)} FROM channel c WHERE c.organization_id = ${organizationId} AND ${matches}`;
  return channel;
}

/** Ids of the channels that new users are subscribed to, ascending. */
export async function defaultChannelIds(reader: Reader, organizationId: number): Promise<number[]> {
  const rows = await reader.$queryRaw<{ id: number }[]>`
    SELECT d.channel_id AS id FROM default_channel d JOIN channel c ON c.id = d.channel_id AND NOT c.is_archived
    WHERE d.organization_id = ${organizationId} ORDER BY d.channel_id`;
  return rows.map((row) => row.id);
}
