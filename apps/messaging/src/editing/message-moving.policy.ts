import { apiErrors, isAdministrator, LIMITS, type Refusal, ROLES, type Role } from '@parley/contracts';
import { RESOLVED_TOPIC_PREFIX } from '@parley/contracts/messaging';
import { isPast } from './message-editing.policy.js';

/**
 * Facts that decide whether a message may be moved. Users have a permission through the organization or through the current channel of the
 * message.
 */
export interface MoveStanding {
  readonly role: Role;
  /** Whether the user is in can_administer_channel_group of the current channel. */
  readonly administersChannel: boolean;
  /** can_move_messages_between_topics_group, can_move_messages_within_channel_group */
  readonly mayMoveBetweenTopics: boolean;
  /** can_move_messages_between_channels_group, can_move_messages_out_of_channel_group */
  readonly mayMoveBetweenChannels: boolean;
  /** can_resolve_topics_group of the organization or the channel */
  readonly mayResolve: boolean;
  readonly ageSeconds: number;
  /** move_messages_within_stream_limit_seconds; null means no limit. */
  readonly topicLimitSeconds: number | null;
  /** move_messages_between_streams_limit_seconds; null means no limit. */
  readonly channelLimitSeconds: number | null;
}

/** The requested move. */
export interface MoveAsked {
  readonly changesTopic: boolean;
  readonly changesChannel: boolean;
  /** The only change is that the topic is marked as resolved or unresolved. */
  readonly resolves: boolean;
}

/** The first reason why the user may not move the message. Permissions in the target channel are checked elsewhere. */
export function moveRefusal(requested: MoveAsked, standing: MoveStanding): Refusal {
  if (requested.changesChannel) {
    if (!standing.mayMoveBetweenChannels) return apiErrors.mayNotMoveMessage();
    if (isTooOld(standing, standing.channelLimitSeconds)) return apiErrors.tooLateToMoveToChannel();
  }
  if (requested.resolves) {
    if (!standing.mayResolve) return apiErrors.mayNotResolveTopics();
  } else if (requested.changesTopic) {
    const mayMove = standing.mayMoveBetweenTopics || standing.administersChannel || standing.role <= ROLES.moderator;
    if (!mayMove) return apiErrors.mayNotMoveMessage();
    if (isTooOld(standing, standing.topicLimitSeconds)) return apiErrors.tooLateToMoveToTopic();
  }
  return undefined;
}

/** Maximum age of the messages that move together with the whole topic; null means no limit. */
export function moveLimitSeconds(requested: MoveAsked, standing: MoveStanding): number | null {
  if (isExempt(standing)) return null;
  const limits = [
    requested.changesChannel ? standing.channelLimitSeconds : null,
    requested.changesTopic && !requested.resolves ? standing.topicLimitSeconds : null,
  ].filter((limit) => limit !== null);
  return limits.length === 0 ? null : Math.min(...limits);
}

/** Whether the two topics differ only by the mark of a resolved topic. */
export function resolvesTopic(from: string, to: string): boolean {
  return isResolvedForm(from, to) || isResolvedForm(to, from);
}

/** A long topic is truncated to make room for the mark. */
function isResolvedForm(topic: string, resolved: string): boolean {
  if (topic.startsWith(RESOLVED_TOPIC_PREFIX) || !resolved.startsWith(RESOLVED_TOPIC_PREFIX)) return false;
  const rest = resolved.slice(RESOLVED_TOPIC_PREFIX.length);
  const room = LIMITS.max_topic_length - RESOLVED_TOPIC_PREFIX.length;
  return rest === [...topic].slice(0, room).join('');
}

/** Why messages may not get this topic: the mark alone is not a topic. */
export function resolvedMarkRefusal(topic: string): Refusal {
  return topic === RESOLVED_TOPIC_PREFIX.trim() ? apiErrors.generalChatNotResolvable() : undefined;
}

function isTooOld(standing: MoveStanding, limitSeconds: number | null): boolean {
  return !isExempt(standing) && isPast(limitSeconds, standing.ageSeconds);
}

function isExempt({ role }: MoveStanding): boolean {
  return isAdministrator(role) || role === ROLES.moderator;
}
