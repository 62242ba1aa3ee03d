import { type Caller, type Notice, organizationSettings } from '@parley/contracts';
import { type ChannelRecord, organizationById, type Reader, userById } from '@parley/persistence';
import {
  channelCreatedText,
  describedText,
  NOTICE_TOPICS,
  newChannelsText,
  privacyText,
  renamedText,
  subscribedText,
} from './notice-texts.js';

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

  /** In the channel that changed. */
  changed(before: ChannelRecord, after: ChannelRecord): Notice[] {
    if (!this.tellsOfChannels) return [];
    const texts: string[] = [];
    if (before.isPrivate !== after.isPrivate || before.isWebPublic !== after.isWebPublic || isHistoryChanged(before, after)) {
      texts.push(privacyText(this.actor, before, after));
    }
    if (before.name !== after.name) texts.push(renamedText(this.actor, before.name, after.name));
    if (before.description !== after.description) texts.push(describedText(this.actor, before.description, after.description));
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
