import { Injectable } from '@nestjs/common';
import { knowsChannel, topicCreationRefusal, topicsPolicyRefusal, unreadInChannels, type ViewerPermissions } from '@parley/access';
import { apiErrors, type Caller, enforce } from '@parley/contracts';
import { type MessagesRead, messagesBecameRead, messagesBecameReadPayloads } from '@parley/contracts/messaging';
import type { ChangeLog } from '@parley/event-log';
import { type ChannelRecord, channelsById, type Tx } from '@parley/persistence';
import { channelWatchersOf, type WatchedMessages } from '../channel-history/channel-watchers.js';
import { losingAccess } from '../channel-history/channel-watchers.repository.js';
import { logFirstMessage } from '../channel-history/first-message.js';
import type { Addressee } from '../destinations/addressee.js';
import { channelSender, destinationOf } from '../destinations/destination.js';
import { type DestinationContext, readDestinationContext } from '../destinations/destination-context.repository.js';
import { topicLinkFinder } from '../messages/linkifiers.js';
import type { MessagePlace, TargetMessage } from '../messages/target-message.repository.js';
import { followMovedTopic } from '../topic-visibility/follow-moved-topic.js';
import type { EditedContent } from './edit-content.js';
import { logGone, logUpdate } from './log-update.js';
import { type MoveStanding, moveLimitSeconds, moveRefusal } from './message-moving.policy.js';
import { type Move, moveRows } from './move-rows.repository.js';
import { dropStars, type MovedSet, readAttrs, readMovedSet } from './moving.repository.js';
import { partedBy } from './parted-watchers.js';
import { isRespelled, type RequestedMove } from './requested-change.js';
import { SendMoveNotices } from './send-move-notices.js';
import { checkAllYoungEnough } from './young-enough.js';

/** A move that is allowed. */
export interface AllowedMove {
  readonly requested: RequestedMove;
  readonly to: ChannelRecord;
  readonly moved: MovedSet;
  readonly targetHadMessages: boolean;
}

/** An allowed move, and the edit of the named message in the same request. */
export interface DecidedMove {
  readonly message: TargetMessage;
  readonly move: AllowedMove;
  readonly edited: EditedContent | undefined;
  readonly at: Date;
}

/**
 * Moves messages of a topic to another topic or channel, inside a change. The number of statements does not depend on the number of
 * messages.
 */
@Injectable()
export class MoveMessages {
  constructor(private readonly moveNotices: SendMoveNotices) {}

  /** @throws the first reason why the caller may not move the messages */
  async decide(
    tx: Tx,
    caller: Caller,
    permissions: ViewerPermissions,
    message: TargetMessage,
    requested: RequestedMove,
  ): Promise<AllowedMove> {
    const { from, topic, channelId } = requested;
    const changes = { changesTopic: topic !== from.topic, changesChannel: channelId !== undefined, resolves: requested.resolves };
    const target: Addressee = { kind: 'channel', channel: { by: 'id', id: channelId ?? from.channel.id }, topic };
    const context = await readDestinationContext(tx, caller, target);
    if (context.channel === null || !knowsChannel(context.channel, channelSender(context))) throw apiErrors.invalidChannelId();
    const person = moveStanding(caller, permissions, message, from);
    enforce(moveRefusal(changes, person));
    checkTarget(requested, target, context);
    const moved = await readMovedSet(tx, permissions.viewer, from, message.id, requested.mode);
    const limitSeconds = moveLimitSeconds(changes, person);
    if (requested.mode === 'change_all' && limitSeconds !== null)
      await checkAllYoungEnough(tx, caller.organizationId, moved.ids, limitSeconds);
    const [to = from.channel] = channelId === undefined ? [] : await channelsById(tx, caller.organizationId, [channelId]);
    return { requested, to, moved, targetHadMessages: context.channel.topicExists };
  }

  async execute(
    tx: Tx,
    log: ChangeLog,
    caller: Caller,
    { message, move: { requested, to, moved, targetHadMessages }, edited, at }: DecidedMove,
  ): Promise<void> {
    const { organizationId, userId } = caller;
    const { from, topic } = requested;
    const edit = { user_id: userId, timestamp: Math.floor(at.getTime() / 1000) };
    const changed = edited === undefined ? null : { messageId: message.id, edit: edited.edit };
    const move: Move = { organizationId, from, to, topic, ids: moved.ids, edit, edited: changed, at, countsAsMove: !requested.resolves };
    const watched = await channelWatchersOf(tx, from.channel, moved.ids);
    const unread = await unreadWithoutSubscription(tx, move);
    await moveRows(tx, organizationId, log, move);
    if (moved.isWholeTopic && !isRespelled(requested)) {
      const left = { channelId: from.channel.id, topic: from.topic };
      await followMovedTopic(tx, log, { organizationId, from: left, to, topic, targetHadMessages });
    }
    await this.logMove(tx, log, move, { requested, message, edited, watched, unread });
    if (to.id !== from.channel.id) for (const channel of [from.channel, to]) await logFirstMessage(tx, log, channel);
    if (!isRespelled(requested)) await this.moveNotices.execute(tx, log, caller, requested, move, moved.isWholeTopic);
  }

  private async logMove(
    tx: Tx,
    log: ChangeLog,
    { from, to, topic, ids, edit }: Move,
    { requested, message, edited, watched, unread }: MoveDetails,
  ): Promise<void> {
    const changesChannel = to.id !== from.channel.id;
    const losing = changesChannel ? await losingAccess(tx, from.channel.organizationId, watched, to) : new Set<number>();
    const parted = partedBy(watched, losing);
    const linksOf = await topicLinkFinder(tx, from.channel.organizationId);
    if (losing.size > 0) await dropStars(tx, from.channel.organizationId, ids, losing);
    logGone(log, { channelId: from.channel.id, topic: from.topic }, parted.losing);
    const update = {
      userId: edit.user_id,
      at: edit.timestamp,
      editedId: message.id,
      channel: { id: from.channel.id, name: from.channel.name },
      content: edited?.payload ?? null,
      move: {
        mode: requested.mode,
        topicBefore: from.topic,
        topic: topic === from.topic ? null : topic,
        topicLinks: [...linksOf(topic)],
        channelId: changesChannel ? to.id : null,
      },
      attrs: await readAttrs(tx, from.channel.organizationId, ids),
    };
    await logUpdate(tx, log, from.channel.organizationId, update, parted.keeping);
    for (const payload of messagesBecameReadPayloads(withoutPeople(unread, losing))) log.append(messagesBecameRead, payload);
  }
}

interface MoveDetails {
  readonly requested: RequestedMove;
  readonly message: TargetMessage;
  readonly edited: EditedContent | undefined;
  readonly watched: readonly WatchedMessages[];
  /** Messages that become read because of the move. */
  readonly unread: readonly MessagesRead[];
}

/** Users who have moved messages unread and are not subscribed to the target channel: the messages become read for them. */
async function unreadWithoutSubscription(tx: Tx, { organizationId, from, to, ids }: Move): Promise<MessagesRead[]> {
  if (to.id === from.channel.id) return [];
  return unreadInChannels(tx, organizationId, { channelIds: [from.channel.id], messageIds: ids, notSubscribedTo: to.id });
}

/** Users who lose access are notified only of the deletion. */
function withoutPeople(groups: readonly MessagesRead[], losing: ReadonlySet<number>): MessagesRead[] {
  const kept = groups.map(({ userIds, messageIds, aboveIds }) => {
    const stays = (_: number, place: number) => !losing.has(userIds[place] ?? 0);
    return { userIds: userIds.filter(stays), messageIds, ...(aboveIds && { aboveIds: aboveIds.filter(stays) }) };
  });
  return kept.filter(({ userIds }) => userIds.length > 0);
}

/** In another channel, the caller must be allowed to post. In the same channel, new topics or this topic may be forbidden. */
function checkTarget(requested: RequestedMove, target: Addressee, context: DestinationContext): void {
  if (requested.channelId !== undefined) {
    destinationOf(target, context);
    return;
  }
  const { channel, organization } = context;
  if (channel === null || requested.resolves || isRespelled(requested)) return;
  enforce(topicCreationRefusal(channel, channelSender(context), channel.topicExists));
  enforce(topicsPolicyRefusal(requested.topic, channel.topicsPolicy, organization.rules.topicsPolicy));
}

function moveStanding(
  { role }: Caller,
  permissions: ViewerPermissions,
  { ageSeconds }: TargetMessage,
  { channel }: MessagePlace,
): MoveStanding {
  const { settings } = permissions;
  return {
    role,
    administersChannel: permissions.isIn(channel.canAdministerChannelGroup),
    mayMoveBetweenTopics:
      permissions.has('can_move_messages_between_topics_group') || permissions.isIn(channel.canMoveMessagesWithinChannelGroup),
    mayMoveBetweenChannels:
      permissions.has('can_move_messages_between_channels_group') || permissions.isIn(channel.canMoveMessagesOutOfChannelGroup),
    mayResolve: permissions.has('can_resolve_topics_group') || permissions.isIn(channel.canResolveTopicsGroup),
    ageSeconds,
    topicLimitSeconds: settings.move_messages_within_stream_limit_seconds,
    channelLimitSeconds: settings.move_messages_between_streams_limit_seconds,
  };
}
