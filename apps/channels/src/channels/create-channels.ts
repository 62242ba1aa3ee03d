import { channelObjects, watchersOfChannels } from '@parley/access';
import { type Caller, enforce } from '@parley/contracts';
import { type ChannelGroupSettingName, channelCreated, type GroupSettingValue } from '@parley/contracts/channels';
import type { ChangeLog } from '@parley/event-log';
import { type ChannelRecord, channelsById, type Tx } from '@parley/persistence';
import { checkFolder } from '../folders/check-folder.js';
import { channelCreationRefusal } from './channel-creation.policy.js';
import { channelGroupIds, checkTopicCreation } from './channel-group-ids.js';
import type { ChannelPermissions } from './channel-permissions.js';
import { addDefaultChannels } from './default-channels.js';
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

export interface ChannelsToCreate {
  readonly channels: readonly NewChannel[];
  readonly settings: NewChannelSettings;
  readonly groups: Partial<Record<ChannelGroupSettingName, GroupSettingValue | undefined>>;
}

/**
 * Creates channels that differ only in name and description, and logs them. Returns them in the requested order. Their names must be
 * free: the caller holds the organization's counter, so its check stays valid until the write.
 * @throws insufficientPermission, webPublicChannelsDisabled, and the errors of the settings
 */
export async function createChannels(
  tx: Tx,
  log: ChangeLog,
  creator: Caller,
  permissions: ChannelPermissions,
  { channels, settings, groups }: ChannelsToCreate,
): Promise<ChannelRecord[]> {
  enforce(channelCreationRefusal(settings, { role: creator.role, permissions: permissions.organization }, permissions.hasSpectators));
  await checkFolder(tx, creator.organizationId, settings.folderId);
  const groupIds = await channelGroupIds(tx, creator, groups, permissions.systemGroups);
  checkTopicCreation(settings, groupIds.can_create_topic_group, permissions.systemGroups);
  const created = await insertChannels(tx, creator, channels, settings, groupIds);
  const watchers = await watchersOfChannels(tx, creator.organizationId, created);
  const objects = await channelObjects(tx, creator.organizationId, created);
  log.append(channelCreated, { channels: objects.map((channel) => ({ channel, watchers: watchers(channel.stream_id) })) });
  if (settings.isDefault) {
    await addDefaultChannels(
      tx,
      log,
      creator.organizationId,
      created.map((channel) => channel.id),
    );
  }
  return created;
}

async function insertChannels(
  tx: Tx,
  creator: Caller,
  channels: readonly NewChannel[],
  settings: NewChannelSettings,
  groupIds: Readonly<Record<ChannelGroupSettingName, number>>,
): Promise<ChannelRecord[]> {
  const inserted = await tx.$queryRaw<{ id: number }[]>`
    INSERT INTO channel (organization_id, creator_id, name, name_key, description, rendered_description, is_private, is_web_public,
      history_public_to_subscribers, message_retention_days, topics_policy, folder_id, can_add_subscribers_group, can_administer_channel_group,
      can_create_topic_group, can_delete_any_message_group, can_delete_own_message_group, can_move_messages_out_of_channel_group,
      can_move_messages_within_channel_group, can_remove_subscribers_group, can_resolve_topics_group, can_send_message_group,
      can_subscribe_group)
    SELECT ${creator.organizationId}, ${creator.userId}, wanted.name, wanted.key, wanted.description, wanted.rendered, ${settings.isPrivate},
      ${settings.isWebPublic}, ${settings.historyPublicToSubscribers}, ${settings.messageRetentionDays}::int, ${settings.topicsPolicy}, ${settings.folderId}::int,
      ${groupIds.can_add_subscribers_group}, ${groupIds.can_administer_channel_group}, ${groupIds.can_create_topic_group},
      ${groupIds.can_delete_any_message_group}, ${groupIds.can_delete_own_message_group},
      ${groupIds.can_move_messages_out_of_channel_group}, ${groupIds.can_move_messages_within_channel_group},
      ${groupIds.can_remove_subscribers_group}, ${groupIds.can_resolve_topics_group}, ${groupIds.can_send_message_group},
      ${groupIds.can_subscribe_group}
    FROM unnest(${channels.map((channel) => channel.name)}::text[], ${channels.map((channel) => channel.key)}::text[],
      ${channels.map((channel) => channel.description)}::text[], ${channels.map((channel) => channel.renderedDescription)}::text[])
      WITH ORDINALITY AS wanted (name, key, description, rendered, place)
    ORDER BY wanted.place
    RETURNING id`;
  return channelsById(
    tx,
    creator.organizationId,
    inserted.map((row) => row.id),
  );
}
