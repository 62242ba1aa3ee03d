import { isStorable } from '@parley/contracts';
import { channelNameKey } from '@parley/contracts/channels';
import { z } from 'zod';
import { Prisma } from '../generated/client.js';
import { PREPARED } from '../prepared-statements.js';
import { dbInt, firstRow, rows, type SqlReader } from '../rows.js';
import { type Select, select, selectRows } from '../selects.js';

const topicsPolicy = z.enum(['inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only']);

export const channelRow = z.object({
  id: z.int(),
  organizationId: z.int(),
  name: z.string(),
  description: z.string(),
  renderedDescription: z.string(),
  creatorId: z.int().nullable(),
  createdAt: z.date(),
  isPrivate: z.boolean(),
  isWebPublic: z.boolean(),
  historyPublicToSubscribers: z.boolean(),
  isArchived: z.boolean(),
  /** Null inherits the organization's setting, -1 means forever. */
  messageRetentionDays: z.int().nullable(),
  topicsPolicy,
  folderId: z.int().nullable(),
  subscriberCount: z.int(),
  isRecentlyActive: z.boolean(),
  weeklyTraffic: z.int().nullable(),
  firstMessageId: dbInt.nullable(),
  canAddSubscribersGroup: z.int(),
  canAdministerChannelGroup: z.int(),
  canCreateTopicGroup: z.int(),
  canDeleteAnyMessageGroup: z.int(),
  canDeleteOwnMessageGroup: z.int(),
  canMoveMessagesOutOfChannelGroup: z.int(),
  canMoveMessagesWithinChannelGroup: z.int(),
  canRemoveSubscribersGroup: z.int(),
  canResolveTopicsGroup: z.int(),
  canSendMessageGroup: z.int(),
  canSubscribeGroup: z.int(),
});
const channelRowForUser = channelRow.extend({ isSubscribed: z.boolean() });

/** A channel with everything that permission decisions and clients need. Group settings are group ids. */
export type ChannelRecord = Readonly<z.output<typeof channelRow>>;

/** A channel and one user's relation to it. */
export type ChannelForUser = Readonly<z.output<typeof channelRowForUser>>;

/** Of channel `c`. */
export const CHANNEL_COLUMNS = Prisma.sql`
  c.id, c.organization_id AS "organizationId", c.name, c.description, c.rendered_description AS "renderedDescription",
  c.creator_id AS "creatorId", c.created_at AS "createdAt", c.is_private AS "isPrivate", c.is_web_public AS "isWebPublic",
  c.history_public_to_subscribers AS "historyPublicToSubscribers", c.is_archived AS "isArchived",
  c.message_retention_days AS "messageRetentionDays", c.topics_policy AS "topicsPolicy", c.folder_id AS "folderId",
  c.subscriber_count AS "subscriberCount", c.is_recently_active AS "isRecentlyActive", c.weekly_traffic AS "weeklyTraffic",
  (SELECT a.first_message_id FROM channel_activity a
    WHERE a.organization_id = c.organization_id AND a.channel_id = c.id) AS "firstMessageId",
  c.can_add_subscribers_group AS "canAddSubscribersGroup", c.can_administer_channel_group AS "canAdministerChannelGroup",
  c.can_create_topic_group AS "canCreateTopicGroup", c.can_delete_any_message_group AS "canDeleteAnyMessageGroup",
  c.can_delete_own_message_group AS "canDeleteOwnMessageGroup",
  c.can_move_messages_out_of_channel_group AS "canMoveMessagesOutOfChannelGroup",
  c.can_move_messages_within_channel_group AS "canMoveMessagesWithinChannelGroup",
  c.can_remove_subscribers_group AS "canRemoveSubscribersGroup", c.can_resolve_topics_group AS "canResolveTopicsGroup",
  c.can_send_message_group AS "canSendMessageGroup", c.can_subscribe_group AS "canSubscribeGroup"`;

const isSubscribed = (userId: number) => Prisma.sql`
  EXISTS (SELECT FROM subscription s
    WHERE s.organization_id = c.organization_id AND s.user_id = ${userId} AND s.channel_id = c.id AND s.active) AS "isSubscribed"`;

/** Every channel of the organization, also archived ones. */
export function allChannels(reader: SqlReader, organizationId: number, userId: number): Promise<ChannelForUser[]> {
  return rows(
    reader,
    channelRowForUser,
    Prisma.sql`
    SELECT ${CHANNEL_COLUMNS}, ${isSubscribed(userId)} FROM channel c WHERE c.organization_id = ${organizationId} ORDER BY c.id`,
  );
}

/** The channels, which are not archived, that `subscriberId` is subscribed to. */
export function channelsOfSubscriber(
  reader: SqlReader,
  organizationId: number,
  userId: number,
  subscriberId: number,
): Promise<ChannelForUser[]> {
  return rows(
    reader,
    channelRowForUser,
    Prisma.sql`
    SELECT ${CHANNEL_COLUMNS}, ${isSubscribed(userId)}
    FROM subscription own JOIN channel c ON c.organization_id = ${organizationId} AND c.id = own.channel_id
    WHERE own.organization_id = ${organizationId} AND own.user_id = ${subscriberId} AND own.active AND NOT c.is_archived ORDER BY c.id`,
  );
}

export function channelsById(reader: SqlReader, organizationId: number, channelIds: readonly number[]): Promise<ChannelRecord[]> {
  return rows(
    reader,
    channelRow,
    Prisma.sql`
    ${PREPARED} SELECT ${CHANNEL_COLUMNS} FROM channel c WHERE c.organization_id = ${organizationId} AND c.id = ANY (${[...channelIds]}::bigint[]) ORDER BY c.id`,
  );
}

/** Channels that can be read without credentials if the organization allows it. Also archived ones. */
export function webPublicChannels(reader: SqlReader, organizationId: number): Promise<ChannelRecord[]> {
  return rows(
    reader,
    channelRow,
    Prisma.sql`
    SELECT ${CHANNEL_COLUMNS} FROM channel c WHERE c.organization_id = ${organizationId} AND c.is_web_public ORDER BY c.id`,
  );
}

/** The channels with these names that exist, regardless of case. */
export function channelsByName(
  reader: SqlReader,
  organizationId: number,
  userId: number,
  names: readonly string[],
): Promise<ChannelForUser[]> {
  return rows(
    reader,
    channelRowForUser,
    Prisma.sql`
    SELECT ${CHANNEL_COLUMNS}, ${isSubscribed(userId)} FROM channel c
    WHERE c.organization_id = ${organizationId} AND c.name_key = ANY (${names.filter(isStorable).map(channelNameKey)}::text[])`,
  );
}

/** One channel, by id or by case-insensitive name, with the user's relation to it. Does not check whether they can see it: policies do. */
export async function channelForUser(
  reader: SqlReader,
  organizationId: number,
  userId: number,
  by: { readonly id: number } | { readonly name: string },
): Promise<ChannelForUser | undefined> {
  if ('name' in by && !isStorable(by.name)) return undefined;
  const matches = 'id' in by ? Prisma.sql`c.id = ${by.id}::bigint` : Prisma.sql`c.name_key = ${channelNameKey(by.name)}`;
  return firstRow(
    reader,
    channelRowForUser,
    Prisma.sql`
    SELECT ${CHANNEL_COLUMNS}, ${isSubscribed(userId)} FROM channel c WHERE c.organization_id = ${organizationId} AND ${matches}`,
  );
}

/** Ids of the channels that new users are subscribed to, ascending. */
export async function defaultChannelIds(reader: SqlReader, organizationId: number): Promise<number[]> {
  return (await selectRows(reader, selectDefaultChannels(organizationId))).map((row) => row.id);
}

const defaultChannelRow = z.object({ id: z.int() });

/** The channels that new users are subscribed to, by id. */
export function selectDefaultChannels(organizationId: number): Select<typeof defaultChannelRow> {
  return select(
    defaultChannelRow,
    Prisma.sql`
    SELECT d.channel_id AS id FROM default_channel d JOIN channel c
      ON c.organization_id = ${organizationId} AND c.id = d.channel_id AND NOT c.is_archived
    WHERE d.organization_id = ${organizationId} ORDER BY d.channel_id`,
  );
}
