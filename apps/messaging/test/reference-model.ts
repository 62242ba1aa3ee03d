import type { ChannelRow, UserRow } from '@parley/testing';

/** A channel of the model, with everything that access to it depends on. */
export interface ModelChannel {
  readonly row: ChannelRow;
  readonly isPrivate: boolean;
  readonly historyPublicToSubscribers: boolean;
}

/** A message of the model. */
export interface ModelMessage {
  readonly id: number;
  readonly sender: UserRow;
  /** The current place. */
  to: { readonly channel: ModelChannel; readonly topic: string } | { readonly people: readonly UserRow[] };
  readonly mentionsAll: boolean;
  /** Ids of the subscribers of the channel at the time of the move; null if it was never moved to another channel. */
  placedFor: ReadonlySet<number> | null;
}

/**
 * A simple implementation of what the service stores in spans and watermarks: one row per recipient and message, written when the message
 * is sent. Rows contain flag names.
 */
export class ReferenceModel {
  messages: ModelMessage[] = [];
  private readonly rows = new Map<number, Map<number, Set<string>>>();
  private readonly subscribers = new Map<number, Set<number>>();
  private readonly muted = new Map<number, Set<number>>();

  isSubscribed(user: UserRow, channel: ModelChannel): boolean {
    return this.subscribers.get(channel.row.id)?.has(user.id) ?? false;
  }

  join(user: UserRow, channel: ModelChannel): void {
    setOf(this.subscribers, channel.row.id).add(user.id);
  }

  leave(user: UserRow, channel: ModelChannel): void {
    setOf(this.subscribers, channel.row.id).delete(user.id);
    for (const message of this.messages) {
      if ('channel' in message.to && message.to.channel === channel) this.row(user, message.id)?.add('read');
    }
  }

  mute(user: UserRow, sender: UserRow): void {
    setOf(this.muted, user.id).add(sender.id);
  }

  unmute(user: UserRow, sender: UserRow): void {
    setOf(this.muted, user.id).delete(sender.id);
  }

  hasMuted(user: UserRow, sender: UserRow): boolean {
    return this.muted.get(user.id)?.has(sender.id) ?? false;
  }

  send(message: ModelMessage, options: { users: readonly UserRow[]; mentioned: readonly UserRow[]; isReadBySender: boolean }): void {
    this.messages.push(message);
    for (const user of options.users) {
      const receives = 'channel' in message.to ? this.isSubscribed(user, message.to.channel) : message.to.people.includes(user);
      if (!receives) continue;
      const flags = new Set<string>();
      const isOwnAndRead = user === message.sender && options.isReadBySender;
      if (isOwnAndRead || this.muted.get(user.id)?.has(message.sender.id)) flags.add('read');
      if (options.mentioned.includes(user)) flags.add('mentioned');
      if (message.mentionsAll) flags.add('stream_wildcard_mentioned').add('wildcard_mentioned');
      mapOf(this.rows, user.id).set(message.id, flags);
    }
  }

  /**
   * Marks as read or unread, stars or unstars. Messages that were not received enter the history first. Null if not all are visible, which
   * is not allowed.
   */
  change(user: UserRow, op: 'add' | 'remove', flag: string, messages: readonly ModelMessage[]): void {
    for (const message of messages) {
      const stays = op === 'remove' && flag === 'read' && 'channel' in message.to && !this.isSubscribed(user, message.to.channel);
      const flags = this.flags(user, message);
      if (stays || flags.has(flag) === (op === 'add')) continue;
      if (op === 'add') flags.add(flag);
      else flags.delete(flag);
      mapOf(this.rows, user.id).set(message.id, flags);
    }
  }

  /** Unread messages stay unread at the target, for users who are subscribed there. */
  move(messages: readonly ModelMessage[], users: readonly UserRow[], channel: ModelChannel, topic: string): void {
    for (const message of messages) {
      if ('channel' in message.to && message.to.channel !== channel) {
        message.placedFor = new Set(this.subscribers.get(channel.row.id));
        for (const user of users) if (!this.isSubscribed(user, channel)) this.row(user, message.id)?.add('read');
      }
      message.to = { channel, topic };
    }
  }

  unstar(user: UserRow, message: ModelMessage): void {
    this.row(user, message.id)?.delete('starred');
  }

  delete(message: ModelMessage): void {
    this.messages = this.messages.filter((other) => other !== message);
    for (const rows of this.rows.values()) rows.delete(message.id);
  }

  /** For a message that the user may see. */
  flags(user: UserRow, message: ModelMessage): Set<string> {
    return new Set(this.row(user, message.id) ?? ['read', 'historical']);
  }

  /** Received, or in the user's history. */
  has(user: UserRow, message: ModelMessage): boolean {
    return this.row(user, message.id) !== undefined;
  }

  receivedIn(user: UserRow, message: ModelMessage): boolean {
    const row = this.row(user, message.id);
    return row !== undefined && !row.has('historical');
  }

  unread(user: UserRow): ModelMessage[] {
    return this.messages.filter((message) => this.row(user, message.id)?.has('read') === false);
  }

  private row(user: UserRow, messageId: number): Set<string> | undefined {
    return this.rows.get(user.id)?.get(messageId);
  }
}

function setOf(sets: Map<number, Set<number>>, key: number): Set<number> {
  const known = sets.get(key) ?? new Set<number>();
  sets.set(key, known);
  return known;
}

function mapOf(maps: Map<number, Map<number, Set<string>>>, key: number): Map<number, Set<string>> {
  const known = maps.get(key) ?? new Map<number, Set<string>>();
  maps.set(key, known);
  return known;
}
