import { type Caller, type Notice, organizationSettings } from '@parley/contracts';
import { type ChannelRecord, organizationById, type Reader, userById } from '@parley/persistence';
import {
  archivedText,
  channelCreatedText,
  describedText,
  folderText,
  NOTICE_TOPICS,
  newChannelsText,
  permissionsText,
  privacyText,
  renamedText,
  retentionText,
  subscribedText,
} from './notice-texts.js';
import { changedPermissions } from './permission-holders.js';

/** Writes what is to be told of a change that somebody makes, as far as the organization wants it told. */
export class NoticeAuthor {
  private constructor(
    private readonly actor: { readonly id: number; readonly name: string },
    /** send_channel_events_messages */
    private readonly tellsOfChannels: boolean,
    private readonly announcementChannelId: number,
  ) {}

  static async load(reader: Reader, { organizationId, userId }: Caller): Promise<NoticeAuthor> {
    const actor = await userById(reader, organizationId, userId);
    const settings = organizationSettings((await organizationById(reader, organizationId))?.settings ?? {});
    return new NoticeAuthor(
      { id: userId, name: actor?.fullName ?? '' },
      settings.send_channel_events_messages,
      settings.new_stream_announcements_stream_id,
    );
  }

  /** In each new channel. */
  created(channels: readonly ChannelRecord[]): Notice[] {
    if (!this.tellsOfChannels) return [];
    return channels.map((channel) => this.inChannel(channel, channelCreatedText(this.actor, channel)));
  }

  /** To all: of private channels nothing. */
  announced(channels: readonly ChannelRecord[]): Notice[] {
    const open = channels.filter((channel) => !channel.isPrivate);
    if (open.length === 0 || this.announcementChannelId < 0) return [];
    const to = { channelId: this.announcementChannelId, topic: NOTICE_TOPICS.ofNewChannels };
    return [{ to, content: newChannelsText(this.actor, open), channels: namesOf(open), readBy: this.actor.id }];
  }

  /** To each of the people, of all the channels at once. */
  subscribed(channelsByUser: ReadonlyMap<number, readonly ChannelRecord[]>): Notice[] {
    return [...channelsByUser].map(([userId, channels]) => ({
      to: { userId },
      content: subscribedText(this.actor, channels),
      channels: namesOf(channels),
      readBy: null,
    }));
  }

  /** In the channel, which nobody writes in any more. */
  archived(channel: ChannelRecord): Notice[] {
    if (!this.tellsOfChannels) return [];
    const to = { channelId: channel.id, topic: NOTICE_TOPICS.ofChannel, evenIfArchived: true };
    return [{ to, content: archivedText(channel.name), channels: [], readBy: this.actor.id }];
  }

  /** In the channel that changed. */
  async changed(reader: Reader, before: ChannelRecord, after: ChannelRecord): Promise<Notice[]> {
    if (!this.tellsOfChannels) return [];
    const texts: string[] = [];
    if (before.isPrivate !== after.isPrivate || before.isWebPublic !== after.isWebPublic || isHistoryChanged(before, after)) {
      texts.push(privacyText(this.actor, before, after));
    }
    if (before.name !== after.name) texts.push(renamedText(this.actor, before.name, after.name));
    if (before.description !== after.description) texts.push(describedText(this.actor, before.description, after.description));
    if (before.messageRetentionDays !== after.messageRetentionDays) {
      texts.push(retentionText(this.actor, before.messageRetentionDays, after.messageRetentionDays));
    }
    if (before.folderId !== after.folderId) {
      const [oldFolder, newFolder] = await folderNames(reader, before.organizationId, [before.folderId, after.folderId]);
      texts.push(folderText(this.actor, oldFolder ?? null, newFolder ?? null));
    }
    const permissions = await changedPermissions(reader, before, after);
    if (permissions.length > 0) texts.push(permissionsText(this.actor, permissions));
    return texts.map((text) => this.inChannel(after, text));
  }

  private inChannel(channel: ChannelRecord, content: string): Notice {
    return { to: { channelId: channel.id, topic: NOTICE_TOPICS.ofChannel }, content, channels: [], readBy: this.actor.id };
  }
}

function isHistoryChanged(before: ChannelRecord, after: ChannelRecord): boolean {
  return before.historyPublicToSubscribers !== after.historyPublicToSubscribers;
}

function namesOf(channels: readonly ChannelRecord[]): Notice['channels'] {
  return channels.map(({ id, name }) => ({ id, name }));
}

/** In the order of the ids; null for none. */
async function folderNames(reader: Reader, organizationId: number, ids: readonly (number | null)[]): Promise<(string | null)[]> {
  const asked = ids.filter((id) => id !== null);
  const folders = await reader.channelFolder.findMany({ where: { organizationId, id: { in: asked } }, select: { id: true, name: true } });
  const names = new Map(folders.map(({ id, name }) => [id, name]));
  return ids.map((id) => (id === null ? null : (names.get(id) ?? null)));
}
