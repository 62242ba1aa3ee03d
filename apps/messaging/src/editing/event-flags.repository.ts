import { flagBits, flagJoin } from '@parley/access';
import type { MessageUpdated } from '@parley/contracts/messaging';
import { dbInt, ofUnknownLength, PREPARED, Prisma, rows, type Tx } from '@parley/persistence';
import { z } from 'zod';
import type { WatchedMessages } from '../channel-history/channel-watchers.js';

/** A message and the recipients of an event about it. */
export interface EventRecipients extends Pick<WatchedMessages, 'channelId' | 'userIds' | 'exceptIds'> {
  readonly messageId: number;
}

const eventFlagsRow = z.object({ batch: dbInt, usual: dbInt, others: z.record(z.string(), dbInt).nullable() });

/**
 * The flag bits of each message for the recipients of its event: the most common value, and the users with another one. One statement; in
 * the order of the input.
 */
export async function eventFlags(
  tx: Tx,
  organizationId: number,
  requested: readonly EventRecipients[],
): Promise<MessageUpdated['flags'][]> {
  const person = { organizationId, userId: Prisma.sql`recipient.user_id` };
  const found = await rows(
    tx,
    eventFlagsRow,
    Prisma.sql`
    ${PREPARED} WITH requested AS (
      SELECT * FROM unnest(${ofUnknownLength(Prisma.sql`${requested.map((_, batch) => batch)}::int[]`)},
        ${requested.map(({ messageId }) => messageId)}::bigint[], ${requested.map(({ channelId }) => channelId)}::int[]) AS a (batch, message_id, channel_id)
    ), named AS (
      SELECT * FROM unnest(${requested.flatMap(({ userIds }, batch) => userIds.map(() => batch))}::int[],
        ${requested.flatMap(({ userIds }) => userIds)}::int[]) AS n (batch, user_id)
    ), unnamed AS (
      SELECT * FROM unnest(${requested.flatMap(({ exceptIds }, batch) => exceptIds.map(() => batch))}::int[],
        ${requested.flatMap(({ exceptIds }) => exceptIds)}::int[]) AS u (batch, user_id)
    ), recipient AS (
      SELECT batch, user_id FROM named
      UNION
      SELECT a.batch, b.user_id FROM requested a JOIN subscription b
        ON b.organization_id = ${organizationId} AND b.channel_id = a.channel_id AND b.active
      WHERE NOT EXISTS (SELECT FROM unnamed u WHERE u.batch = a.batch AND u.user_id = b.user_id)
    ), known AS (
      SELECT recipient.batch, recipient.user_id, ${flagBits(person)} AS bits
      FROM recipient JOIN requested a ON a.batch = recipient.batch JOIN message m ON m.id = a.message_id AND m.organization_id IS NOT DISTINCT FROM ${organizationId} ${flagJoin(person)}
    ), usual AS (
      SELECT batch, mode() WITHIN GROUP (ORDER BY bits) AS bits FROM known GROUP BY batch
    )
    SELECT usual.batch, usual.bits AS usual, jsonb_object_agg(known.user_id, known.bits) FILTER (WHERE known.bits <> usual.bits) AS others
    FROM usual JOIN known ON known.batch = usual.batch GROUP BY usual.batch, usual.bits`,
  );
  const byBatch = new Map(found.map((row) => [row.batch, { usual: row.usual, others: row.others ?? {} }]));
  return requested.map((_, batch) => byBatch.get(batch) ?? { usual: 0, others: {} });
}
