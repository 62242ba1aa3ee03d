import { Injectable } from '@nestjs/common';
import { channelPortrait } from '@parley/access';
import { apiErrors, type Caller, enforce, type InputOf, type OutputOf, refuseTokens } from '@parley/contracts';
import { CHANNEL_GROUP_SETTING_NAMES, channelNameKey, type updateChannel } from '@parley/contracts/channels';
import { type ChangeLog, EventLog, enqueueNotices } from '@parley/event-log';
import { type ChannelForUser, type ChannelRecord, channelsByName, defaultChannelIds, type Tx } from '@parley/persistence';
import { dropFromDefaultGroups } from '../default-groups/default-groups.js';
import { checkFolder } from '../folders/check-folder.js';
import { NoticeAuthor } from '../notices/notice-author.js';
import { administeredChannel } from './administered-channel.js';
import { changedGroupIds } from './channel-group-ids.js';
import { channelDescription, checkedChannelName } from './channel-text.js';
import { type ChannelChange, changedPrivacy, channelUpdateRefusal } from './channel-updating.policy.js';
import { hasNamedTopics, updateChannelRow } from './channels.repository.js';
import { addDefaultChannels, dropDefaultChannel } from './default-channels.js';
import { logChannelChange } from './log-channel-change.js';
import { logUnarchived } from './log-unarchived.js';
import { retentionDays } from './new-channel-settings.js';
import { protectedHistoryRefusal } from './protected-history.policy.js';

type Params = InputOf<typeof updateChannel>;

const TRANSACTION_TIMEOUT_MS = 25_000;

/** They decide what other accounts may read and do, also after a token is revoked. */
const ACCESS_OF_OTHERS = [
  'is_private',
  'is_web_public',
  'history_public_to_subscribers',
  'is_default_stream',
  ...CHANNEL_GROUP_SETTING_NAMES,
] as const satisfies readonly (keyof Params)[];

/** Changes the settings of a channel, or unarchives it. */
@Injectable()
export class UpdateChannel {
  constructor(private readonly eventLog: EventLog) {}

  async execute(caller: Caller, params: Params): Promise<OutputOf<typeof updateChannel>> {
    if (ACCESS_OF_OTHERS.some((name) => params[name] !== undefined)) refuseTokens(caller);
    await this.eventLog.change(caller.organizationId, (tx, log) => updateIn(tx, log, caller, params), {
      timeoutMs: TRANSACTION_TIMEOUT_MS,
    });
    return {};
  }
}

async function updateIn(tx: Tx, log: ChangeLog, caller: Caller, params: Params): Promise<void> {
  const { organizationId } = caller;
  const { channel, relation, permissions } = await administeredChannel(tx, caller, params.stream_id);
  const wasDefault = (await defaultChannelIds(tx, organizationId)).includes(channel.id);
  const change = asChange(channel, wasDefault, params);
  const editor = { ...relation, permissions: permissions.organization };
  enforce(channelUpdateRefusal(channel, change, editor, permissions.isSpectatorAccessEnabled));
  const isUnarchived = channel.isArchived && params.is_archived === false;
  // New users cannot be subscribed to an archived channel.
  if (params.is_default_stream === true && channel.isArchived && !isUnarchived) throw apiErrors.conflictingChannelSettings();
  await checkName(tx, channel, params.new_name);
  await checkNewFolder(tx, channel, params.folder_id);
  await checkTopics(tx, channel, params.topics_policy);
  const groups = await changedGroupIds(tx, channel, params, permissions.systemGroups);
  const privacy = changedPrivacy(channel, change.privacy);
  enforce(protectedHistoryRefusal(privacy, groups.can_create_topic_group ?? channel.canCreateTopicGroup, permissions.systemGroups));

  const before = await channelPortrait(tx, organizationId, channel.id);
  const values = { ...newValues(params), ...privacy, groups, ...(isUnarchived ? { isArchived: false } : {}) };
  await updateChannelRow(tx, organizationId, channel.id, values);
  const after = await channelPortrait(tx, organizationId, channel.id);
  await logChannelChange(tx, log, before, after);
  if (isUnarchived) await logUnarchived(tx, log, after);
  if (params.is_default_stream === true) await addDefaultChannels(tx, log, organizationId, [channel.id]);
  if (params.is_default_stream === false) await dropDefaultChannel(tx, log, organizationId, channel.id);
  if (after.channel.isPrivate && !before.channel.isPrivate) await dropFromDefaultGroups(tx, log, organizationId, channel.id);
  const author = await NoticeAuthor.load(tx, caller);
  enqueueNotices(log, organizationId, await author.changed(tx, before.channel, after.channel));
}

function asChange(channel: ChannelForUser, wasDefault: boolean, params: Params): ChannelChange {
  return {
    privacy: {
      isPrivate: params.is_private,
      isWebPublic: params.is_web_public,
      historyPublicToSubscribers: params.history_public_to_subscribers,
    },
    willBeDefault: params.is_default_stream ?? wasDefault,
    setsDefault: params.is_default_stream !== undefined,
    setsRetention: params.message_retention_days !== undefined,
    setsTopicsPolicy: params.topics_policy !== undefined && params.topics_policy !== channel.topicsPolicy,
    setsDeletePolicy: params.can_delete_any_message_group !== undefined || params.can_delete_own_message_group !== undefined,
    setsReadAccess: params.can_subscribe_group !== undefined || params.can_add_subscribers_group !== undefined,
  };
}

/**
 * A channel may change the case of its own name. The caller holds the organization's counter, so the check stays valid until the write.
 */
async function checkName(tx: Tx, channel: ChannelRecord, newName: string | undefined): Promise<void> {
  if (newName === undefined) return;
  const name = checkedChannelName(newName);
  if (name === channel.name) throw apiErrors.channelNameUnchanged();
  const sameName = await channelsByName(tx, channel.organizationId, 0, [name]);
  if (sameName.some(({ id }) => id !== channel.id)) throw apiErrors.channelNameInUse({ name });
}

/** The current folder is not checked, because it may be archived. */
async function checkNewFolder(tx: Tx, channel: ChannelRecord, folderId: Params['folder_id']): Promise<void> {
  if (folderId !== undefined && folderId !== channel.folderId) await checkFolder(tx, channel.organizationId, folderId);
}

/** A channel can be restricted to the empty topic only if no other topic has messages. */
async function checkTopics(tx: Tx, channel: ChannelRecord, policy: Params['topics_policy']): Promise<void> {
  if (policy !== 'empty_topic_only' || channel.topicsPolicy === policy) return;
  if (await hasNamedTopics(tx, channel.organizationId, channel.id)) throw apiErrors.channelHasNamedTopics();
}

function newValues({ new_name, description, message_retention_days, topics_policy, folder_id }: Params) {
  return {
    ...(new_name === undefined ? {} : { naming: { name: new_name.trim(), nameKey: channelNameKey(new_name) } }),
    ...(description === undefined ? {} : { describing: channelDescription(description) }),
    ...(message_retention_days === undefined ? {} : { messageRetentionDays: retentionDays(message_retention_days) }),
    ...(topics_policy === undefined ? {} : { topicsPolicy: topics_policy }),
    ...(folder_id === undefined ? {} : { folderId: folder_id }),
  };
}
