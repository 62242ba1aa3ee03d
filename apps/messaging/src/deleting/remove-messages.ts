import { hideDeletedTexts, messageFlagsChanged, messagesDeleted, watcherParts } from '@parley/contracts/messaging';
import type { ChangeLog } from '@parley/event-log';
import { channelsById, type Tx } from '@parley/persistence';
import { unlinkMessages } from '../attachments/message-links.js';
import { settleTopics } from '../channel-history/channel-history.repository.js';
import { channelWatchersOf, type WatchedMessages } from '../channel-history/channel-watchers.js';
import { logFirstMessage } from '../channel-history/first-message.js';
import { remindedMessages } from '../reminders/reminders.repository.js';
import { deleteRows, type Gone, keepNewestReceived, readGone } from './deleting.repository.js';
import { starsOfOthers } from './stars-of-others.js';

/**
 * Deletes messages with everything that belongs to them, and logs it for everyone who could read them. Takes at most MESSAGES_PER_EVENT
 * ids; ids of deleted messages are ignored. The number of statements depends only on the number of channels and of owners of linked
 * uploads. Must run inside EventLog.change.
 */
export async function removeMessages(tx: Tx, log: ChangeLog, organizationId: number, ids: readonly number[]): Promise<void> {
  const gone = await readGone(tx, organizationId, ids);
  if (gone.length === 0) return;
  const channelIds = distinct(gone.map(({ channelId }) => channelId));
  const channels = await channelsById(tx, organizationId, channelIds);
  const groups: WatchedMessages[] = conversationGroups(gone);
  for (const channel of channels) {
    groups.push(
      ...(await channelWatchersOf(
        tx,
        channel,
        gone.filter(({ channelId }) => channelId === channel.id).map(({ id }) => id),
      )),
    );
  }
  const starred = await starsOfOthers(tx, organizationId, ids, groups);
  await deleteRows(tx, organizationId, gone);
  const reminded = await remindedMessages(tx, organizationId, ids);
  if (reminded.length > 0) log.enqueue(hideDeletedTexts, { organizationId, messageIds: reminded });
  await settleTopics(tx, organizationId, distinct(gone.map(({ topicId }) => topicId)));
  await keepNewestReceived(tx, organizationId, gone);
  logGone(log, gone, groups);
  for (const { userId, messages } of starred) {
    log.append(messageFlagsChanged, { userId, op: 'remove', flag: 'starred', messages: [...messages], all: false });
  }
  for (const channel of channels) await logFirstMessage(tx, log, channel);
  await unlinkMessages(
    tx,
    log,
    organizationId,
    gone.map(({ id }) => id),
  );
}

function conversationGroups(gone: readonly Gone[]): WatchedMessages[] {
  const groups = new Map<string, { messageIds: number[]; userIds: number[] }>();
  for (const { id, participantIds } of gone) {
    if (participantIds === null) continue;
    const group = groups.get(participantIds.join()) ?? { messageIds: [], userIds: participantIds };
    group.messageIds.push(id);
    groups.set(participantIds.join(), group);
  }
  return [...groups.values()].map((group) => ({ ...group, channelId: null, exceptIds: [] }));
}

/** Logs one event for each topic of a group, with the topic as its newest message spells it. */
function logGone(log: ChangeLog, gone: readonly Gone[], groups: readonly WatchedMessages[]): void {
  const byId = new Map(gone.map((message) => [message.id, message]));
  for (const { messageIds, channelId: watchedIn, userIds, exceptIds } of groups) {
    const topics = new Map<number | null, Gone[]>();
    for (const id of messageIds) {
      const message = byId.get(id);
      if (message !== undefined) topics.set(message.topicId, [...(topics.get(message.topicId) ?? []), message]);
    }
    for (const messages of topics.values()) {
      const { channelId = null, topic = null } = messages.at(-1) ?? {};
      const place = channelId === null || topic === null ? null : { channelId, topic };
      for (const watchers of watcherParts(watchedIn, userIds, exceptIds)) {
        log.append(messagesDeleted, { messageIds: messages.map(({ id }) => id), place, watchers });
      }
    }
  }
}

function distinct(ids: readonly (number | null)[]): number[] {
  return [...new Set(ids.filter((id) => id !== null))];
}
