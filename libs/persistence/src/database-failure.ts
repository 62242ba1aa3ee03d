import pg from 'pg';
import { Prisma } from './generated/client.js';

/** Unreachable, connection lost, no free connection in time, no transaction in time. */
const PRISMA_TRANSIENT = ['P1001', 'P1002', 'P1003', 'P1008', 'P1010', 'P1017', 'P2021', 'P2024', 'P2028'];
/**
 * Codes of PostgreSQL itself: connection exceptions, shutting down, starting, not accepting connections, too many connections, a statement
 * cancelled at the deadline of its call. While an operator restores the database: it does not exist (3D000), its tables do not (42P01), or the
 * services may not read them yet (42501). `N/A` is what Prisma reports for a raw query to which PostgreSQL did not reply: it could not be
 * reached. Then the texts of the driver, for the next query on a connection that was lost within a transaction. The last three: the process that
 * exported a snapshot, or its server, is gone; the snapshot was open for too long.
 */
const POSTGRES_TRANSIENT =
  /Code: `(08...|57P0.|57014|55000|53300|3D000|42P01|42501|N\/A)`|timeout exceeded when trying to connect|Connection terminated|not queryable|invalid snapshot identifier|snapshot "[^"]*" does not exist|(snapshot|transaction) was open for too long/;
/** The same codes, in errors of a direct reader. */
const POSTGRES_CODES = /^(08...|57P0.|57014|55000|53300|3D000|42P01|42501)$/;
const SOCKET_CODES = ['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT'];

/** Whether PostgreSQL is unavailable for the moment, has no capacity, or exceeded the deadline of the call, so that a retry makes sense. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientInitializationError) return true;
  if (error instanceof Prisma.PrismaClientKnownRequestError && PRISMA_TRANSIENT.includes(error.code)) return true;
  if (!(error instanceof Error)) return false;
  if (POSTGRES_TRANSIENT.test(error.message)) return true;
  return 'code' in error && (SOCKET_CODES.includes(String(error.code)) || POSTGRES_CODES.test(String(error.code)));
}

/** Whether PostgreSQL refused a statement and so rolled back its transaction. After a lost connection or a cancelled statement, that is not known. */
export function isRejected(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity === 'ERROR' && !isDatabaseAway(error);
}
