import { flagBits, flagJoin, isSubscribed, readable, type Viewer } from '@parley/access';
import { FLAG_BITS, MESSAGE_ATTRS } from '@parley/contracts';
import type { UnreadDetails } from '@parley/contracts/messaging';
import { Prisma, type Tx } from '@parley/persistence';
import { muted } from '../reading/narrow-filter.js';

/** A message with the flags of one user. */
export interface FlagState {
  readonly id: number;
  readonly bits: number;
  readonly attrs: number;
  readonly channelId: number | null;
  readonly topic: string | null;
  /** Set for a direct message. */
  readonly participantIds: readonly number[] | null;
  readonly isSubscribed: boolean;
  readonly isMuted: boolean;
}

/** Those of the messages that the viewer may read, ascending. One statement. */
export function readFlagStates(tx: Tx, viewer: Viewer, ids: readonly number[]): Promise<FlagState[]> {
  return tx.$queryRaw<FlagState[]>(Prisma.sql`
    SELECT m.id::float8 AS id, ${flagBits(viewer)} AS bits, m.attrs, m.channel_id AS "channelId", m.topic,
      (SELECT array_agg(p.user_id ORDER BY p.user_id) FROM conversation_participant p WHERE p.conversation_id = m.conversation_id) AS "participantIds",
      ${isSubscribed(viewer)} AS "isSubscribed", ${muted(viewer)} AS "isMuted"
    FROM message m ${flagJoin(viewer)}
    WHERE m.organization_id = ${viewer.organizationId} AND m.id = ANY (${[...ids]}::bigint[]) AND ${readable(viewer)}
    ORDER BY m.id`);
}

/** Details of a message that became unread, for the event. */
export function unreadDetailsOf(userId: number, state: FlagState): UnreadDetails {
  const isMentioned = (state.bits & (FLAG_BITS.mentioned | FLAG_BITS.topicWildcard)) !== 0 || reachesAll(state);
  const mentioned = isMentioned ? { mentioned: true as const } : {};
  if (state.channelId === null || state.topic === null) {
    return { type: 'private', ...mentioned, user_ids: (state.participantIds ?? []).filter((id) => id !== userId) };
  }
  return { type: 'stream', ...mentioned, stream_id: state.channelId, topic: state.topic, unmuted_stream_msg: !state.isMuted };
}

function reachesAll({ attrs, bits }: FlagState): boolean {
  return (attrs & MESSAGE_ATTRS.channelWildcard) !== 0 && (bits & FLAG_BITS.historical) === 0;
}
