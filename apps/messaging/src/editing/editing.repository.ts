import { received, unreadWithoutRow } from '@parley/access';
import { FLAG_BITS } from '@parley/contracts';
import type { MessageEdit } from '@parley/contracts/messaging';
import { dbInt, PREPARED, Prisma, rows, type Tx } from '@parley/persistence';
import { z } from 'zod';
import type { TargetMessage } from '../messages/target-message.repository.js';
import type { EditedContent } from './edit-content.js';

/** Stores the new content and its search words. With `editor` it adds an entry to the history; a move adds one entry for both. */
export async function storeContent(
  tx: Tx,
  organizationId: number,
  message: TargetMessage,
  { payload, attrs, edit }: EditedContent,
  { at, editor }: { readonly at: Date; readonly editor?: number },
) {
  const entry = { user_id: editor ?? null, timestamp: Math.floor(at.getTime() / 1000), ...edit } satisfies MessageEdit;
  const entries = editor === undefined ? [] : [entry];
  await tx.$executeRaw(Prisma.sql`
    ${PREPARED} WITH stored AS (
      UPDATE message SET content = ${payload.after}, rendered = ${payload.rendered}, attrs = ${attrs}, last_edited_at = ${at},
        edit_history = nullif(${JSON.stringify(entries)}::jsonb || coalesce(edit_history, '[]'), '[]')
      WHERE organization_id = ${organizationId} AND id = ${message.id}::bigint
    )
    UPDATE message_search SET tsv = to_tsvector('english', ${message.place === null ? '' : `${message.place.topic} `} || ${payload.after})
    WHERE organization_id = ${organizationId} AND message_id = ${message.id}::bigint`);
}

const MENTION_FLAGS = FLAG_BITS.mentioned | FLAG_BITS.alertWord | FLAG_BITS.topicWildcard;

const rewriteFlagsRow = z.object({ id: dbInt });

/**
 * Stores who is mentioned and alerted now, and returns the users who are newly mentioned. A user who did not receive the message gets no
 * row, except `bots`. A new row keeps the read state that the message had without one.
 */
export async function rewriteFlags(
  tx: Tx,
  organizationId: number,
  messageId: number,
  flags: ReadonlyMap<number, number>,
  bots: readonly number[],
): Promise<number[]> {
  const requested = [...flags];
  const person = { organizationId, userId: Prisma.sql`requested.user_id` };
  const found = await rows(
    tx,
    rewriteFlagsRow,
    Prisma.sql`
    ${PREPARED} WITH requested AS (
      SELECT * FROM unnest(${requested.map(([id]) => id)}::int[], ${requested.map(([, bits]) => bits)}::int[]) AS a (user_id, bits)
    ), before AS (
      SELECT f.user_id, f.flags FROM message_flag f WHERE f.organization_id = ${organizationId} AND f.message_id = ${messageId}::bigint
    ), changed AS (
      UPDATE message_flag f SET flags = (before.flags & ~${MENTION_FLAGS}::int) | coalesce(requested.bits, 0)
      FROM before LEFT JOIN requested ON requested.user_id = before.user_id
      WHERE f.user_id = before.user_id AND f.organization_id = ${organizationId} AND f.message_id = ${messageId}::bigint
    ), added AS (
      INSERT INTO message_flag (user_id, organization_id, message_id, flags)
      SELECT requested.user_id, ${organizationId}, m.id, requested.bits | CASE WHEN ${unreadWithoutRow(person)} THEN 0 ELSE ${FLAG_BITS.read}::int END
      FROM requested JOIN message m ON m.organization_id IS NOT DISTINCT FROM ${organizationId} AND m.id = ${messageId}::bigint
      WHERE (${received(person)} OR requested.user_id = ANY (${[...bots]}::int[])) AND requested.user_id NOT IN (SELECT user_id FROM before)
      RETURNING user_id
    )
    SELECT requested.user_id AS id FROM requested LEFT JOIN before ON before.user_id = requested.user_id
    WHERE requested.bits & ${FLAG_BITS.mentioned}::int <> 0 AND coalesce(before.flags, 0) & ${FLAG_BITS.mentioned}::int = 0
      AND (before.user_id IS NOT NULL OR requested.user_id IN (SELECT user_id FROM added))
    ORDER BY requested.user_id`,
  );
  return found.map(({ id }) => id);
}
