import { channelObjects, watchersOfChannels } from '@parley/access';
import { type Caller, enforce } from '@parley/contracts';
import { type ChannelGroupSettingName, channelCreated, type GroupSettingValue } from '@parley/contracts/channels';
import type { ChangeLog } from '@parley/event-log';
import type { ChannelRecord, Tx } from '@parley/persistence';
import { checkFolder } from '../folders/check-folder.js';
import { channelCreationRefusal } from './channel-creation.policy.js';
import { channelGroupIds } from './channel-group-ids.js';
import type { ChannelPermissions } from './channel-permissions.js';
import { insertChannels, type NewChannel } from './channels.repository.js';
import { addDefaultChannels } from './default-channels.js';
import type { NewChannelSettings } from './new-channel-settings.js';
import { protectedHistoryRefusal } from './protected-history.policy.js';

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
  enforce(
    channelCreationRefusal(settings, { role: creator.role, permissions: permissions.organization }, permissions.isSpectatorAccessEnabled),
  );
  await checkFolder(tx, creator.organizationId, settings.folderId);
  const groupIds = await channelGroupIds(tx, creator, groups, permissions.systemGroups);
  enforce(protectedHistoryRefusal(settings, groupIds.can_create_topic_group, permissions.systemGroups));
  const created = await insertChannels(tx, creator.organizationId, creator.userId, channels, { settings, groupIds });
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
