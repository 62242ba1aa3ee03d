import { userById } from '@parley/access';
import type { Caller } from '@parley/contracts';
import type { Notice } from '@parley/contracts/messaging';
import { organizationSettings } from '@parley/contracts/organization';
import { type ChannelRecord, organizationById, type Reader } from '@parley/persistence';
import { folderNames } from '../folders/folders.repository.js';
import { changedPermissions } from './changed-permissions.js';
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

/** Builds the notices about changes that one user makes, as far as the organization's settings enable them. */
export class NoticeAuthor {
  private constructor(
    private readonly actor: { readonly id: number; readonly name: string },
    /** send_channel_events_messages */
    private readonly sendsChannelNotices: boolean,
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

  /** One in each new channel. */
  created(channels: readonly ChannelRecord[]): Notice[] {
    if (!this.sendsChannelNotices) return [];
    return channels.map((channel) => this.inChannel(channel, channelCreatedText(this.actor, channel)));
  }

  /** In the announcement channel. Private channels are not announced. */
  announced(channels: readonly ChannelRecord[]): Notice[] {
    const open = channels.filter((channel) => !channel.isPrivate);
    if (open.length === 0 || this.announcementChannelId < 0) return [];
    const to = { channelId: this.announcementChannelId, topic: NOTICE_TOPICS.ofNewChannels };
    return [{ to, content: newChannelsText(this.actor, open), channels: namesOf(open), readBy: this.actor.id }];
  }

  /** One to each user, for all channels together. */
  subscribed(channelsByUser: ReadonlyMap<number, readonly ChannelRecord[]>): Notice[] {
    return [...channelsByUser].map(([userId, channels]) => ({
      to: { userId },
      content: subscribedText(this.actor, channels),
      channels: namesOf(channels),
      readBy: null,
    }));
  }

  /** In the archived channel, which no one else can send to. */
  archived(channel: ChannelRecord): Notice[] {
    if (!this.sendsChannelNotices) return [];
    const to = { channelId: channel.id, topic: NOTICE_TOPICS.ofChannel, evenIfArchived: true };
    return [{ to, content: archivedText(channel.name), channels: [], readBy: this.actor.id }];
  }

  /** In the changed channel. */
  async changed(reader: Reader, before: ChannelRecord, after: ChannelRecord): Promise<Notice[]> {
    if (!this.sendsChannelNotices) return [];
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
      const [oldFolder, newFolder] = await namesOfFolders(reader, before.organizationId, [before.folderId, after.folderId]);
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

/** In the order of the ids. Null stays null. */
async function namesOfFolders(reader: Reader, organizationId: number, ids: readonly (number | null)[]): Promise<(string | null)[]> {
  const names = await folderNames(
    reader,
    organizationId,
    ids.filter((id) => id !== null),
  );
  return ids.map((id) => (id === null ? null : (names.get(id) ?? null)));
}
