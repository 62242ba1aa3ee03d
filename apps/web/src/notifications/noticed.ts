import { type ClientState, channel, isTopicFollowed, isTopicMuted, isUserMuted, setting } from '@parley/client';
import type { MessageObject } from '@parley/contracts/messaging';

export interface Noticed {
  readonly isShown: boolean;
  readonly isHeard: boolean;
  /** Whether the text may be shown. */
  readonly hasText: boolean;
}

const NOT: Noticed = { isShown: false, isHeard: false, hasText: false };

/** How a new message is noticed by its reader, by their settings. Those of a channel come before those of the person. */
export function noticed(state: ClientState, message: MessageObject, flags: readonly string[]): Noticed {
  const is = (name: string) => setting(state, name) === true;
  if (message.sender_id === state.user_id || flags.includes('read') || isUserMuted(state, message.sender_id)) return NOT;
  const direct = { isShown: is('enable_desktop_notifications'), isHeard: is('enable_sounds') };
  const { stream_id: channelId, subject: topic } = message;
  if (channelId === undefined) return { ...direct, hasText: is('pm_content_in_desktop_notifications') };
  const entry = channel(state, channelId);
  const isFollowed = isTopicFollowed(state, channelId, topic);
  const ofAll =
    (isFollowed && is('enable_followed_topic_wildcard_mentions_notify')) ||
    (entry?.wildcard_mentions_notify ?? is('wildcard_mentions_notify'));
  const isMentioned =
    flags.includes('mentioned') || flags.includes('has_alert_word') || (ofAll && flags.some((flag) => WILDCARDS.includes(flag)));
  const ways = [
    ...(isMentioned ? [direct] : []),
    ...(isFollowed
      ? [{ isShown: is('enable_followed_topic_desktop_notifications'), isHeard: is('enable_followed_topic_audible_notifications') }]
      : []),
    ...(isTopicMuted(state, channelId, topic)
      ? []
      : [
          {
            isShown: entry?.desktop_notifications ?? is('enable_stream_desktop_notifications'),
            isHeard: entry?.audible_notifications ?? is('enable_stream_audible_notifications'),
          },
        ]),
  ];
  return { isShown: ways.some(({ isShown }) => isShown), isHeard: ways.some(({ isHeard }) => isHeard), hasText: true };
}

const WILDCARDS: readonly string[] = ['wildcard_mentioned', 'stream_wildcard_mentioned', 'topic_wildcard_mentioned'];
