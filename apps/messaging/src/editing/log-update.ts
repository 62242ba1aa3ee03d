import { strangersTo } from '@parley/access';
import {
  type HiddenPeople,
  MESSAGES_PER_EVENT,
  type MessageUpdated,
  mentionedIn,
  messagesDeleted,
  messageUpdated,
  watcherParts,
} from '@parley/contracts/messaging';
import type { ChangeLog } from '@parley/event-log';
import { type Tx } from '@parley/persistence';
import type { WatchedMessages } from '../channel-history/channel-watchers.js';
import { eventFlags } from './event-flags.repository.js';

/** A change of messages, as its events contain it. */
export type MessageUpdate = Pick<MessageUpdated, 'userId' | 'at' | 'channel' | 'content' | 'move'> & {
  /** The message that the request named; if content changed, it is that of this message. */
  readonly editedId: number;
  /** The attributes after the change, by message id. */
  readonly attrs: ReadonlyMap<number, number>;
};

interface Batch extends WatchedMessages {
  readonly messageId: number;
}

/** Logs an update for each group of users who may read the same messages, in as many events as necessary. */
export async function logUpdate(
  tx: Tx,
  log: ChangeLog,
  organizationId: number,
  { editedId, attrs, ...update }: MessageUpdate,
  watched: readonly WatchedMessages[],
): Promise<void> {
  const batches = watched.flatMap((group) => batchesOf(group, editedId));
  const flags = await eventFlags(tx, organizationId, batches);
  const strangers = await strangersIn(tx, organizationId, update.content, watched);
  for (const [place, { messageId, messageIds, channelId, userIds, exceptIds }] of batches.entries()) {
    for (const watchers of watcherParts(channelId, userIds, exceptIds)) {
      log.append(messageUpdated, {
        ...update,
        content: messageId === editedId ? update.content : null,
        messageId,
        messageIds: [...messageIds],
        flags: flags[place] ?? { usual: 0, others: {} },
        attrs: attrs.get(messageId) ?? 0,
        watchers,
        strangers: messageId === editedId ? strangers : [],
      });
    }
  }
}

/** Needs no statement if the content mentions no one. */
async function strangersIn(
  tx: Tx,
  organizationId: number,
  content: MessageUpdate['content'],
  watched: readonly WatchedMessages[],
): Promise<HiddenPeople> {
  const named = content === null ? [] : [...new Set([...mentionedIn(content.renderedBefore), ...mentionedIn(content.rendered)])];
  if (named.length === 0) return [];
  const channelId = watched.find((group) => group.channelId !== null)?.channelId ?? null;
  return strangersTo(tx, organizationId, { channelId, userIds: watched.flatMap(({ userIds }) => userIds) }, named);
}

/** Logs messages as deleted for users who may not read them at their new place. */
export function logGone(log: ChangeLog, place: { channelId: number; topic: string }, watched: readonly WatchedMessages[]): void {
  for (const group of watched) {
    for (const { messageIds, channelId, userIds, exceptIds } of batchesOf(group, 0)) {
      for (const watchers of watcherParts(channelId, userIds, exceptIds)) {
        log.append(messagesDeleted, { messageIds: [...messageIds], place, watchers });
      }
    }
  }
}

function batchesOf(group: WatchedMessages, editedId: number): Batch[] {
  const count = Math.ceil(group.messageIds.length / MESSAGES_PER_EVENT);
  return Array.from({ length: count }, (_, n) => {
    const messageIds = group.messageIds.slice(n * MESSAGES_PER_EVENT, (n + 1) * MESSAGES_PER_EVENT);
    return { ...group, messageIds, messageId: messageIds.includes(editedId) ? editedId : (messageIds[0] ?? 0) };
  });
}
