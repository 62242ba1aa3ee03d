import { type ChannelPrivacy, GROUP_COLUMNS } from '@parley/access';
import { CHANNEL_GROUP_SETTING_NAMES, type ChannelGroupSettingName, type TopicsPolicy } from '@parley/contracts/channels';
import { type ChannelRecord, channelsById, firstRow, Prisma, rows, type SqlReader, type Tx } from '@parley/persistence';
import { z } from 'zod';
import type { NewChannelSettings } from './new-channel-settings.js';

export interface NewChannel {
  /** Trimmed and valid. */
  readonly name: string;
  /** Folded name. */
  readonly key: string;
  /** On one line. */
  readonly description: string;
  readonly renderedDescription: string;
}

export type ChannelGroupIds = Readonly<Record<ChannelGroupSettingName, number>>;

export interface ChannelValues extends ChannelPrivacy {
  readonly naming?: { readonly name: string; readonly nameKey: string };
  readonly describing?: { readonly description: string; readonly renderedDescription: string };
  /** Null: as in the organization. -1: forever. */
  readonly messageRetentionDays?: number | null;
  readonly topicsPolicy?: TopicsPolicy;
  readonly folderId?: number | null;
  readonly isArchived?: boolean;
  readonly groups: Partial<ChannelGroupIds>;
}

const insertChannelsRow = z.object({ id: z.int() });

/** Inserts channels that differ only in name and description. Returns them in this order. */
export async function insertChannels(
  tx: Tx,
  organizationId: number,
  creatorId: number,
  channels: readonly NewChannel[],
  { settings, groupIds }: { readonly settings: NewChannelSettings; readonly groupIds: ChannelGroupIds },
): Promise<ChannelRecord[]> {
  const inserted = await rows(
    tx,
    insertChannelsRow,
    Prisma.sql`
      INSERT INTO channel (organization_id, creator_id, name, name_key, description, rendered_description, is_private, is_web_public,
        history_public_to_subscribers, message_retention_days, topics_policy, folder_id, can_add_subscribers_group, can_administer_channel_group,
        can_create_topic_group, can_delete_any_message_group, can_delete_own_message_group, can_move_messages_out_of_channel_group,
        can_move_messages_within_channel_group, can_remove_subscribers_group, can_resolve_topics_group, can_send_message_group,
        can_subscribe_group)
      SELECT ${organizationId}, ${creatorId}, wanted.name, wanted.key, wanted.description, wanted.rendered, ${settings.isPrivate},
        ${settings.isWebPublic}, ${settings.historyPublicToSubscribers}, ${settings.messageRetentionDays}::int, ${settings.topicsPolicy},
        ${settings.folderId}::int, ${groupIds.can_add_subscribers_group}, ${groupIds.can_administer_channel_group},
        ${groupIds.can_create_topic_group}, ${groupIds.can_delete_any_message_group}, ${groupIds.can_delete_own_message_group},
        ${groupIds.can_move_messages_out_of_channel_group}, ${groupIds.can_move_messages_within_channel_group},
        ${groupIds.can_remove_subscribers_group}, ${groupIds.can_resolve_topics_group}, ${groupIds.can_send_message_group},
        ${groupIds.can_subscribe_group}
      FROM unnest(${channels.map((channel) => channel.name)}::text[], ${channels.map((channel) => channel.key)}::text[],
        ${channels.map((channel) => channel.description)}::text[], ${channels.map((channel) => channel.renderedDescription)}::text[])
        WITH ORDINALITY AS wanted (name, key, description, rendered, place)
      ORDER BY wanted.place
      RETURNING id`,
  );
  return channelsById(
    tx,
    organizationId,
    inserted.map(({ id }) => id),
  );
}

export async function updateChannelRow(tx: Tx, organizationId: number, id: number, values: ChannelValues): Promise<void> {
  const { naming, describing, groups, ...columns } = values;
  const chosen = CHANNEL_GROUP_SETTING_NAMES.filter((setting) => groups[setting] !== undefined);
  const groupColumns = Object.fromEntries(chosen.map((setting) => [GROUP_COLUMNS[setting], groups[setting]]));
  await tx.channel.updateMany({ where: { organizationId, id }, data: { ...columns, ...naming, ...describing, ...groupColumns } });
}

export async function archiveChannelRow(tx: Tx, organizationId: number, id: number): Promise<void> {
  await tx.channel.updateMany({ where: { organizationId, id }, data: { isArchived: true } });
}

/** Marks the unread messages of an archived channel as read for all users. */
export async function markArchivedChannelRead(tx: Tx, organizationId: number, id: number, lastMessageId: number): Promise<void> {
  await tx.$executeRaw`SELECT mark_archived_channel_read(${organizationId}::int, ${id}::int, ${lastMessageId}::bigint)`;
}

const hasNamedTopicsRow = z.object({});

/** Whether a topic other than the empty one has messages. */
export async function hasNamedTopics(reader: SqlReader, organizationId: number, channelId: number): Promise<boolean> {
  const found = await firstRow(
    reader,
    hasNamedTopicsRow,
    Prisma.sql`
      SELECT FROM topic t
      WHERE t.organization_id = ${organizationId} AND t.channel_id = ${channelId} AND t.key <> ''
        AND EXISTS (SELECT FROM message m WHERE m.topic_id = t.id)
      LIMIT 1`,
  );
  return found !== undefined;
}

/** Returns how many were not default channels already. */
export async function insertDefaultChannels(tx: Tx, organizationId: number, channelIds: readonly number[]): Promise<number> {
  const { count } = await tx.defaultChannel.createMany({
    data: channelIds.map((channelId) => ({ organizationId, channelId })),
    skipDuplicates: true,
  });
  return count;
}

/** Returns whether it was a default channel. */
export async function deleteDefaultChannel(tx: Tx, organizationId: number, channelId: number): Promise<boolean> {
  const { count } = await tx.defaultChannel.deleteMany({ where: { organizationId, channelId } });
  return count > 0;
}
