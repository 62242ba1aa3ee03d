import { dbInt, onlyRow, Prisma, type SqlReader } from '@parley/persistence';
import { z } from 'zod';

const usageRow = z.object({ people: z.int(), bots: z.int(), messages: z.int(), messagesToday: z.int(), uploadedBytes: dbInt });

/** Counts the messages of a day by the index of their times. */
export function usageOf(reader: SqlReader, organizationId: number): Promise<z.output<typeof usageRow>> {
  return onlyRow(
    reader,
    usageRow,
    Prisma.sql`
    SELECT
      (SELECT count(*) FROM user_account u WHERE u.organization_id = ${organizationId} AND u.is_active AND NOT u.is_bot)::int AS people,
      (SELECT count(*) FROM user_account u WHERE u.organization_id = ${organizationId} AND u.is_active AND u.is_bot AND NOT u.is_system_bot)::int AS bots,
      (SELECT count(*) FROM message m WHERE m.organization_id = ${organizationId} AND m.sent_at > now() - interval '24 hours')::int AS messages,
      coalesce((SELECT c.messages_of_day FROM organization_counter c
        WHERE c.organization_id = ${organizationId} AND c.message_day >= (now() AT TIME ZONE 'UTC')::date), 0) AS "messagesToday",
      coalesce((SELECT s.bytes FROM upload_usage s WHERE s.organization_id = ${organizationId}), 0)::bigint AS "uploadedBytes"`,
  );
}
