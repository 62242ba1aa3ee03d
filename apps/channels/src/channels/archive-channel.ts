import { Injectable } from '@nestjs/common';
import { unreadInChannels, watchersOfChannels } from '@parley/access';
import { apiErrors, type Caller, type OutputOf } from '@parley/contracts';
import { type archiveChannel, channelArchived } from '@parley/contracts/channels';
import { messagesBecameRead, messagesBecameReadPayloads } from '@parley/contracts/messaging';
import { forgetChannelInSettings } from '@parley/contracts/organization';
import { type ChangeLog, EventLog, enqueueNotices } from '@parley/event-log';
import { type Tx } from '@parley/persistence';
import { dropFromDefaultGroups } from '../default-groups/default-groups.js';
import { NoticeAuthor } from '../notices/notice-author.js';
import { administeredChannel } from './administered-channel.js';
import { archiveChannelRow, markArchivedChannelRead } from './channels.repository.js';
import { dropDefaultChannel } from './default-channels.js';

/** Archives a channel. Its subscriptions stay, so that unarchiving restores it. Settings that refer to it are reset. */
@Injectable()
export class ArchiveChannel {
  constructor(private readonly eventLog: EventLog) {}

  async execute(caller: Caller, channelId: number): Promise<OutputOf<typeof archiveChannel>> {
    await this.eventLog.change(caller.organizationId, (tx, log) => archiveIn(tx, log, caller, channelId));
    return {};
  }
}

async function archiveIn(tx: Tx, log: ChangeLog, caller: Caller, channelId: number): Promise<void> {
  const { organizationId } = caller;
  const { channel } = await administeredChannel(tx, caller, channelId);
  if (channel.isArchived) throw apiErrors.channelAlreadyArchived();
  await archiveChannelRow(tx, organizationId, channelId);
  const unread = await unreadInChannels(tx, organizationId, { channelIds: [channelId] });
  await markArchivedChannelRead(tx, organizationId, channelId, log.lastMessageId);
  await dropDefaultChannel(tx, log, organizationId, channelId);
  await dropFromDefaultGroups(tx, log, organizationId, channelId);
  const watchers = await watchersOfChannels(tx, organizationId, [channel]);
  log.append(channelArchived, { channelId, name: channel.name, watchers: watchers(channelId) });
  for (const payload of messagesBecameReadPayloads(unread)) log.append(messagesBecameRead, payload);
  log.enqueue(forgetChannelInSettings, { organizationId, channelId });
  enqueueNotices(log, organizationId, (await NoticeAuthor.load(tx, caller)).archived(channel));
}
