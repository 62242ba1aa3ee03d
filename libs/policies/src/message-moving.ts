import { apiErrors, isAdministrator, LIMITS, RESOLVED_TOPIC_PREFIX, ROLES, type Role } from '@parley/contracts';
import { isPast } from './message-editing.js';

/** What moving a message depends on. A permission is had through the organization or through the channel the message is in. */
export interface MoveStanding {
  readonly role: Role;
  /** In can_administer_channel_group of the channel it is in. */
  readonly administersChannel: boolean;
  /** can_move_messages_between_topics_group, can_move_messages_within_channel_group */
  readonly mayMoveBetweenTopics: boolean;
  /** can_move_messages_between_channels_group, can_move_messages_out_of_channel_group */
  readonly mayMoveBetweenChannels: boolean;
  /** can_resolve_topics_group of either */
  readonly mayResolve: boolean;
  readonly ageSeconds: number;
  /** move_messages_within_stream_limit_seconds; null: none. */
  readonly topicLimitSeconds: number | null;
  /** move_messages_between_streams_limit_seconds; null: none. */
  readonly channelLimitSeconds: number | null;
}

/** What of a message's place changes. */
export interface MoveAsked {
  readonly changesTopic: boolean;
  readonly changesChannel: boolean;
  /** The topic is only marked as resolved, or no longer. */
  readonly resolves: boolean;
}

/**
 * Whether somebody may move a message, as far as the message and where it is go (reference/rules.md section 5).
 * @throws badRequest with the first reason why not.
 */
export function checkMayMove(asked: MoveAsked, standing: MoveStanding): void {
  if (asked.changesChannel) {
    if (!standing.mayMoveBetweenChannels) throw refused("You don't have permission to move this message");
    if (isTooOld(standing, standing.channelLimitSeconds)) throw refused("The time limit for editing this message's channel has passed");
  }
  if (asked.resolves) {
    if (!standing.mayResolve) throw refused("You don't have permission to resolve topics in this channel.");
  } else if (asked.changesTopic) {
    const mayMove = standing.mayMoveBetweenTopics || standing.administersChannel || standing.role <= ROLES.moderator;
    if (!mayMove) throw refused("You don't have permission to move this message");
    if (isTooOld(standing, standing.topicLimitSeconds)) throw refused("The time limit for editing this message's topic has passed.");
  }
}

/** How old messages may be that move with the whole topic; null: as old as they are. */
export function moveLimitSeconds(asked: MoveAsked, standing: MoveStanding): number | null {
  if (isExempt(standing)) return null;
  const limits = [
    asked.changesChannel ? standing.channelLimitSeconds : null,
    asked.changesTopic && !asked.resolves ? standing.topicLimitSeconds : null,
  ].filter((limit) => limit !== null);
  return limits.length === 0 ? null : Math.min(...limits);
}

/** Whether going from one topic to the other does nothing but mark it as resolved, or take the mark away. */
export function resolvesTopic(from: string, to: string): boolean {
  return isResolvedForm(from, to) || isResolvedForm(to, from);
}

/** A long topic is cut to make room for the mark. */
function isResolvedForm(topic: string, resolved: string): boolean {
  if (topic.startsWith(RESOLVED_TOPIC_PREFIX) || !resolved.startsWith(RESOLVED_TOPIC_PREFIX)) return false;
  const rest = resolved.slice(RESOLVED_TOPIC_PREFIX.length);
  const room = LIMITS.max_topic_length - RESOLVED_TOPIC_PREFIX.length;
  return rest === topic || ([...topic].length > room && rest === [...topic].slice(0, room).join(''));
}

/** @throws badRequest: the mark alone is no topic. */
export function checkNotOnlyResolvedMark(topic: string): void {
  if (topic === RESOLVED_TOPIC_PREFIX.trim()) throw refused('General chat cannot be marked as resolved');
}

function isTooOld(standing: MoveStanding, limitSeconds: number | null): boolean {
  return !isExempt(standing) && isPast(limitSeconds, standing.ageSeconds);
}

function isExempt({ role }: MoveStanding): boolean {
  return isAdministrator(role) || role === ROLES.moderator;
}

function refused(msg: string) {
  return apiErrors.badRequest({ msg });
}
