import { readable, type Viewer } from '@parley/access';
import { apiErrors } from '@parley/contracts';
import type { PropagateMode } from '@parley/contracts/messaging';
import { Prisma, type Tx } from '@parley/persistence';
import type { MessagePlace } from '../messages/target-message.js';
import { EDIT_GRACE_SECONDS } from './message-editing.policy.js';

export interface MovedSet {
  /** Ascending. */
  readonly ids: readonly number[];
  /** Whether no message stays in the topic. */
  readonly isWholeTopic: boolean;
}

/** Finds the messages that move together with the named one: those of its topic that the mover may read. */
export async function readMovedSet(
  tx: Tx,
  viewer: Viewer,
  { topicId }: MessagePlace,
  messageId: number,
  mode: PropagateMode,
): Promise<MovedSet> {
  const rows = await tx.$queryRaw<{ id: number; moves: boolean }[]>(Prisma.sql`
    SELECT m.id::float8 AS id, ${movesWith(messageId, mode)} AND ${readable(viewer)} AS moves
    FROM message m WHERE m.organization_id = ${viewer.organizationId} AND m.topic_id = ${topicId}::bigint ORDER BY m.id`);
  return { ids: rows.filter(({ moves }) => moves).map(({ id }) => id), isWholeTopic: rows.every(({ moves }) => moves) };
}

function movesWith(messageId: number, mode: PropagateMode): Prisma.Sql {
  switch (mode) {
    case 'change_one':
      return Prisma.sql`m.id = ${messageId}::bigint`;
    case 'change_later':
      return Prisma.sql`m.id >= ${messageId}::bigint`;
    case 'change_all':
      return Prisma.sql`true`;
  }
}

/** @throws moveTimeLimitExceeded if a whole topic would move and some of its messages are too old */
export async function checkAllYoungEnough(tx: Tx, organizationId: number, ids: readonly number[], limitSeconds: number): Promise<void> {
  const [counted] = await tx.$queryRaw<{ allowed: number; first: number | null }[]>(Prisma.sql`
    SELECT count(*)::int AS allowed, min(m.id)::float8 AS first FROM message m
    WHERE m.organization_id = ${organizationId} AND m.id = ANY (${[...ids]}::bigint[])
      AND m.sent_at >= clock_timestamp() - make_interval(secs => ${limitSeconds + EDIT_GRACE_SECONDS}::float8)`);
  const { allowed = 0, first = null } = counted ?? {};
  if (allowed < ids.length) throw apiErrors.moveTimeLimitExceeded({ firstAllowedId: first, total: ids.length, allowed });
}
