import { onlyRow, Prisma, rows, type SqlReader, userSettingSql } from '@parley/persistence';
import { z } from 'zod';

const consentRow = z.object({ user_id: z.int(), consented: z.boolean(), email_address_visibility: z.int() });
const CONSENT = userSettingSql('allow_private_data_export', Prisma.sql`s.values`);

/** All active people, by id. Bots have no private data of their own. */
export function consentsOf(reader: SqlReader, organizationId: number): Promise<z.output<typeof consentRow>[]> {
  return rows(
    reader,
    consentRow,
    Prisma.sql`
    SELECT u.id AS user_id, ${CONSENT} AS consented, u.email_address_visibility FROM user_account u
    LEFT JOIN user_settings s ON s.organization_id = ${organizationId} AND s.user_id = u.id
    WHERE u.organization_id = ${organizationId} AND u.is_active AND NOT u.is_bot ORDER BY u.id`,
  );
}

const idRow = z.object({ id: z.int() });

/** People whose private data may be exported, active or not: a deactivated account keeps their choice. */
export async function consentingPeople(reader: SqlReader, organizationId: number): Promise<number[]> {
  const found = await rows(
    reader,
    idRow,
    Prisma.sql`
    SELECT u.id FROM user_account u JOIN user_settings s ON s.organization_id = ${organizationId} AND s.user_id = u.id
    WHERE u.organization_id = ${organizationId} AND NOT u.is_bot AND ${CONSENT} ORDER BY u.id`,
  );
  return found.map(({ id }) => id);
}

const countRow = z.object({ count: z.int() });

/** Whether all of these people still allow it. */
export async function stillConsent(reader: SqlReader, organizationId: number, people: readonly number[]): Promise<boolean> {
  if (people.length === 0) return true;
  const { count } = await onlyRow(
    reader,
    countRow,
    Prisma.sql`
    SELECT count(*)::int AS count FROM user_settings s
    WHERE s.organization_id = ${organizationId} AND s.user_id = ANY (${[...people]}::int[]) AND ${CONSENT}`,
  );
  return count === people.length;
}
