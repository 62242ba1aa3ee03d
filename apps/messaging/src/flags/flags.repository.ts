import { flagBits, flagJoin, isSubscribed, messagesById, readable, type Viewer } from '@parley/access';
import { dbInt, PREPARED, Prisma, rows, type Tx } from '@parley/persistence';
import { z } from 'zod';
import { muted } from '../reading/narrow-filter.sql.js';

const flagState = z.object({
  id: dbInt,
  bits: dbInt,
  attrs: dbInt,
  channelId: dbInt.nullable(),
  topic: z.string().nullable(),
  /** Set for a direct message. */
  participantIds: z.array(dbInt).nullable(),
  isSubscribed: z.boolean(),
  isMuted: z.boolean(),
});
/** A message with the flags of one user. */
export type FlagState = z.infer<typeof flagState>;

/** The messages among these that the viewer may read, ascending. One statement. */
export function readFlagStates(tx: Tx, viewer: Viewer, ids: readonly number[]): Promise<FlagState[]> {
  return rows(
    tx,
    flagState,
    Prisma.sql`
    ${PREPARED} SELECT m.id, ${flagBits(viewer)} AS bits, m.attrs, m.channel_id AS "channelId", m.topic,
      (SELECT array_agg(p.user_id ORDER BY p.user_id) FROM conversation_participant p
        WHERE p.organization_id = ${viewer.organizationId} AND p.conversation_id = m.conversation_id) AS "participantIds",
      ${isSubscribed(viewer)} AS "isSubscribed", ${muted(viewer)} AS "isMuted"
    FROM ${messagesById(viewer.organizationId, ids)} ${flagJoin(viewer)}
    WHERE ${readable(viewer)}
    ORDER BY m.id`,
  );
}

export async function writeFlags(tx: Tx, viewer: Viewer, flags: readonly { readonly id: number; readonly bits: number }[]): Promise<void> {
  if (flags.length === 0) return;
  await tx.$executeRaw(Prisma.sql`
    ${PREPARED} INSERT INTO message_flag (user_id, organization_id, message_id, flags)
    SELECT ${viewer.userId}, ${viewer.organizationId}, new.message_id, new.flags
    FROM unnest(${flags.map(({ id }) => id)}::bigint[], ${flags.map(({ bits }) => bits)}::smallint[]) AS new (message_id, flags)
    ON CONFLICT (user_id, message_id, organization_id) DO UPDATE SET flags = excluded.flags`);
}
