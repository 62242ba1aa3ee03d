import { Injectable } from '@nestjs/common';
import { userById } from '@parley/access';
import type { Caller } from '@parley/contracts';
import { type Notice, RESOLVED_TOPIC_PREFIX } from '@parley/contracts/messaging';
import type { ChangeLog } from '@parley/event-log';
import { type Tx } from '@parley/persistence';
import { removeMessages } from '../deleting/remove-messages.js';
import { SendNotice } from '../notices/send-notice.js';
import { isResolvedText, type MovedMessages, movedAwayText, movedHereText, resolvedText } from './move-notices.js';
import type { Move } from './move-rows.repository.js';
import { recentNotice, usersWithResolveNoticeUnread } from './moving.repository.js';
import type { RequestedMove } from './requested-change.js';

/** If a topic is resolved and unresolved within this time, the notice is deleted again. */
const UNDO_SECONDS = 60;

/** Sends notices about a move by the notification bot, inside the same change. */
@Injectable()
export class SendMoveNotices {
  constructor(private readonly notices: SendNotice) {}

  async execute(
    tx: Tx,
    log: ChangeLog,
    caller: Caller,
    requested: RequestedMove,
    { to, topic, ids }: Move,
    isWholeTopic: boolean,
  ): Promise<void> {
    const mover = { id: caller.userId, name: (await userById(tx, caller.organizationId, caller.userId))?.fullName ?? '' };
    const { from } = requested;
    const send = async (
      channelId: number,
      inTopic: string,
      content: string,
      channels: Notice['channels'],
      unreadBy?: ReadonlySet<number>,
    ) => {
      const notice = { to: { channelId, topic: inTopic }, content, channels, readBy: caller.userId };
      await this.notices.within(tx, log, caller.organizationId, notice, { unreadBy });
    };
    if (requested.resolves && isWholeTopic) {
      if (await deleteRecentNotice(tx, log, caller.organizationId, to.id, ids)) return;
      const text = resolvedText(topic.startsWith(RESOLVED_TOPIC_PREFIX), mover);
      await send(to.id, topic, text, [], await usersWithResolveNoticeUnread(tx, caller, to.id, topic));
      return;
    }
    const moved: MovedMessages = { count: ids.length, isWholeTopic };
    const { channel, topic: oldTopic } = from;
    if (requested.notifiesNewThread) {
      await send(to.id, topic, movedHereText(moved, { channelName: channel.name, topic: oldTopic }, mover), [channel]);
    }
    if (requested.notifiesOldThread) {
      await send(channel.id, oldTopic, movedAwayText(moved, { channelName: to.name, topic }, mover), [to]);
    }
  }
}

/** Deletes the newest message of the topic if it is a recent notice that the topic was resolved or unresolved. Returns whether it did. */
async function deleteRecentNotice(
  tx: Tx,
  log: ChangeLog,
  organizationId: number,
  channelId: number,
  ids: readonly number[],
): Promise<boolean> {
  const newest = await recentNotice(tx, organizationId, channelId, ids.at(-1) ?? 0, UNDO_SECONDS);
  if (newest === undefined || !isResolvedText(newest.content)) return false;
  await removeMessages(tx, log, organizationId, [newest.id]);
  return true;
}
