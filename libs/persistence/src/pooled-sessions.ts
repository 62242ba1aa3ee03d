import { z } from 'zod';
import { Prisma } from './generated/client.js';
import { onlyRow, type SqlReader } from './rows.js';

/** The rest of a sentence about the database. */
export const NEEDS_POOLED =
  'is behind a pooler that refuses the options of this session. Set DATABASE_POOLER=transaction (docs/operations.md, "PgBouncer").';

/** Whether a pooler refused what `Database` sends to PostgreSQL itself when it connects. */
export function refusesOptions(error: unknown): boolean {
  return error instanceof Error && /unsupported startup parameter/.test(error.message);
}

const sessionRow = z.object({ login: z.string(), role: z.string(), isBounded: z.boolean() });

/**
 * Why the sessions of a pooler are not those that a service needs, or undefined. What a service would otherwise request itself are then settings of
 * its login. `role`: undefined without a pooler.
 */
export async function sessionProblem(reader: SqlReader, role: string | undefined): Promise<string | undefined> {
  if (role === undefined) return undefined;
  const statement = Prisma.sql`
    SELECT session_user::text AS login, current_user::text AS role, current_setting('statement_timeout') <> '0'
      AND current_setting('idle_in_transaction_session_timeout') <> '0' AS "isBounded"`;
  const session = await onlyRow(reader, sessionRow, statement);
  const remedy = `Run the migration job with the password of the service, or: ALTER ROLE ${session.login} SET`;
  if (session.role !== role) return `lets ${session.login} act as ${session.role}, and not as ${role}. ${remedy} role TO ${role}.`;
  if (session.isBounded) return undefined;
  return `sets no limits of time for ${session.login}. ${remedy} statement_timeout TO '30s', and the other settings of docs/operations.md, "PgBouncer".`;
}
