import { type Caller, topicKey } from '@parley/contracts';
import { TOPIC_VISIBILITY, type TopicVisibility, topicVisibilityChanged } from '@parley/contracts/channels';
import type { ChangeLog } from '@parley/event-log';
import { constant, Prisma, type Tx, userSettingSql } from '@parley/persistence';
import type { PlacedMessage } from '../messages/place-of-message.js';
import { visibilityOnParticipation } from './topic-visibility-on-participation.js';

interface TopicState {
  readonly current: TopicVisibility;
  readonly isChannelMuted: boolean;
  readonly followPolicy: number;
  readonly unmutePolicy: number;
}

/** Follows or unmutes the topic for the participant, if their settings say so. Bots never follow topics. */
export async function followOnParticipation(tx: Tx, log: ChangeLog, caller: Caller, place: PlacedMessage['place']): Promise<void> {
  if (caller.isBot || place === null) return;
  const { organizationId, userId } = caller;
  const { channelId, topic } = place;
  const key = topicKey(topic);
  const [state] = await tx.$queryRaw<TopicState[]>(Prisma.sql`
    SELECT coalesce(t.visibility_policy, ${constant(TOPIC_VISIBILITY.inherit)}) AS current, coalesce(b.is_muted, false) AS "isChannelMuted",
      ${userSettingSql('automatically_follow_topics_policy', Prisma.sql`s.values`)} AS "followPolicy",
      ${userSettingSql('automatically_unmute_topics_in_muted_streams_policy', Prisma.sql`s.values`)} AS "unmutePolicy"
    FROM user_account u
    LEFT JOIN user_settings s ON s.user_id = u.id
    LEFT JOIN subscription b ON b.user_id = u.id AND b.channel_id = ${channelId} AND b.active
    LEFT JOIN user_topic t ON t.user_id = u.id AND t.channel_id = ${channelId} AND t.topic_key = ${key}
    WHERE u.id = ${userId} AND u.organization_id = ${organizationId}`);
  const policy = state === undefined ? null : visibilityOnParticipation(state);
  if (policy === null) return;
  const [changed] = await tx.$queryRaw<{ payload: unknown }[]>(Prisma.sql`
    SELECT change_topic_visibility(${organizationId}::int, ${channelId}::int, ${topic}, ${key}, ARRAY[${userId}::int], ARRAY[${policy}::int],
      ARRAY[NULL::int]) AS payload`);
  log.append(topicVisibilityChanged, topicVisibilityChanged.payload.parse(changed?.payload));
}
