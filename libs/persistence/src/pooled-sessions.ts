import { z } from 'zod';
import { Prisma } from './generated/client.js';
import { onlyRow, type SqlReader } from './rows.js';

const REMEDY = 'Set DATABASE_POOLER=transaction (docs/operations.md, "PgBouncer").';
/** The rest of a sentence about the database. */
export const NEEDS_POOLED = `is behind a pooler that refuses the options of this session. ${REMEDY}`;
const LOST_OPTIONS = `is behind a pooler that ignores the options of this session, such as its limits of time. ${REMEDY}`;

/** The option by which a session knows that PostgreSQL got its options: poolers may be told to ignore them. */
export const ARRIVED_OPTION = 'parley.session=direct';

/** Whether a pooler refused what `Database` sends to PostgreSQL itself when it connects. */
export function refusesOptions(error: unknown): boolean {
  return error instanceof Error && /unsupported startup parameter/.test(error.message);
}

const optionRow = z.object({ value: z.string().nullable() });
const sessionRow = z.object({ login: z.string(), role: z.string(), isBounded: z.boolean() });

/**
 * Why the sessions are not those that a service needs, or undefined. Behind a pooler, what a service would otherwise request itself are settings of
 * its login. `role`: undefined if the configuration names no pooler.
 */
export async function sessionProblem(reader: SqlReader, role: string | undefined): Promise<string | undefined> {
  if (role === undefined) {
    const { value } = await onlyRow(reader, optionRow, Prisma.sql`SELECT current_setting('parley.session', true) AS value`);
    return value === 'direct' ? undefined : LOST_OPTIONS;
  }
  const statement = Prisma.sql`
    SELECT session_user::text AS login, current_user::text AS role, current_setting('statement_timeout') <> '0'
      AND current_setting('idle_in_transaction_session_timeout') <> '0' AS "isBounded"`;
  const session = await onlyRow(reader, sessionRow, statement);
  const remedy = `Run the migration job with the password of the service, or: ALTER ROLE ${session.login} SET`;
  if (session.role !== role) return `lets ${session.login} act as ${session.role}, and not as ${role}. ${remedy} role TO ${role}.`;
  if (session.isBounded) return undefined;
  return `sets no limits of time for ${session.login}. ${remedy} statement_timeout TO '30s', and the other settings of docs/operations.md, "PgBouncer".`;
}
