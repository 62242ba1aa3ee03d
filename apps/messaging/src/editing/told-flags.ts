import type { MessageUpdated } from '@parley/contracts';
import { flagBits, flagJoin, Prisma, type Tx } from '@parley/persistence';
import type { WatchedMessages } from '../places/channel-watchers.js';

/** A message and the recipients of an event about it. */
export interface FlagsTold extends Pick<WatchedMessages, 'channelId' | 'userIds' | 'exceptIds'> {
  readonly messageId: number;
}

/**
 * The flag bits of each message for the recipients of its event: the most common value, and the users with another one. One statement; in
 * the order of the input.
 */
export async function toldFlags(tx: Tx, organizationId: number, asked: readonly FlagsTold[]): Promise<MessageUpdated['flags'][]> {
  const person = { userId: Prisma.sql`told.user_id` };
  const rows = await tx.$queryRaw<{ place: number; usual: number; others: Record<string, number> | null }[]>(Prisma.sql`
    WITH asked AS (
      SELECT * FROM unnest(${asked.map((_, place) => place)}::int[], ${asked.map(({ messageId }) => messageId)}::bigint[],
        ${asked.map(({ channelId }) => channelId)}::int[]) AS a (place, message_id, channel_id)
    ), named AS (
      SELECT * FROM unnest(${asked.flatMap(({ userIds }, place) => userIds.map(() => place))}::int[],
        ${asked.flatMap(({ userIds }) => userIds)}::int[]) AS n (place, user_id)
    ), unnamed AS (
      SELECT * FROM unnest(${asked.flatMap(({ exceptIds }, place) => exceptIds.map(() => place))}::int[],
        ${asked.flatMap(({ exceptIds }) => exceptIds)}::int[]) AS u (place, user_id)
    ), told AS (
      SELECT place, user_id FROM named
      UNION
      SELECT a.place, b.user_id FROM asked a JOIN subscription b ON b.channel_id = a.channel_id AND b.active
      WHERE NOT EXISTS (SELECT FROM unnamed u WHERE u.place = a.place AND u.user_id = b.user_id)
    ), known AS (
      SELECT told.place, told.user_id, ${flagBits(person)} AS bits
      FROM told JOIN asked a ON a.place = told.place JOIN message m ON m.id = a.message_id AND m.organization_id = ${organizationId} ${flagJoin(person)}
    ), usual AS (
      SELECT place, mode() WITHIN GROUP (ORDER BY bits) AS bits FROM known GROUP BY place
    )
    SELECT usual.place, usual.bits AS usual, jsonb_object_agg(known.user_id, known.bits) FILTER (WHERE known.bits <> usual.bits) AS others
    FROM usual JOIN known ON known.place = usual.place GROUP BY usual.place, usual.bits`);
  const byPlace = new Map(rows.map((row) => [row.place, { usual: row.usual, others: row.others ?? {} }]));
  return asked.map((_, place) => byPlace.get(place) ?? { usual: 0, others: {} });
}
