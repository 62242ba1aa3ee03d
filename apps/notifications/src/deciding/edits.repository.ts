import { FLAG_BITS } from '@parley/contracts';
import { dbInt, Prisma, rows, type SqlReader } from '@parley/persistence';
import { z } from 'zod';

const editedRow = z.object({
  senderId: z.int(),
  attrs: z.int(),
  channelId: z.int(),
  topicKey: z.string(),
  earlier: z.string(),
  flags: z.record(z.string(), dbInt),
});
export type EditedRow = z.output<typeof editedRow>;

const NAMED = FLAG_BITS.mentioned | FLAG_BITS.topicWildcard;

/** An edit, as its event tells. */
interface Edited {
  /** Seconds. */
  readonly at: number;
  readonly renderedBefore: string;
}

/**
 * The current message; the flags of the people whom it mentions; and the HTML of the versions older than the one that this edit replaced.
 * Empty if the message was deleted or is direct.
 */
export function editedMessage(
  reader: SqlReader,
  organizationId: number,
  messageId: number,
  { at, renderedBefore }: Edited,
): Promise<EditedRow[]> {
  return rows(
    reader,
    editedRow,
    Prisma.sql`
    SELECT m.sender_id AS "senderId", m.attrs, t.channel_id AS "channelId", t.key AS "topicKey", coalesce(h.earlier, '') AS earlier,
      coalesce((SELECT jsonb_object_agg(f.user_id, f.flags) FROM message_flag f
        WHERE f.organization_id = ${organizationId} AND f.message_id = m.id AND f.flags & ${NAMED}::int <> 0), '{}') AS flags
    FROM message m JOIN topic t ON t.organization_id = ${organizationId} AND t.id = m.topic_id
    CROSS JOIN LATERAL (
      WITH edit AS (SELECT e.entry, e.place FROM jsonb_array_elements(m.edit_history) WITH ORDINALITY AS e (entry, place))
      SELECT string_agg(older.entry ->> 'prev_rendered_content', '') AS earlier FROM edit older
      WHERE older.place > (SELECT max(this.place) FROM edit this
        WHERE (this.entry ->> 'timestamp')::bigint = ${at} AND this.entry ->> 'prev_rendered_content' = ${renderedBefore})) AS h
    WHERE m.organization_id IS NOT DISTINCT FROM ${organizationId} AND m.id = ${messageId}`,
  );
}
