import { Prisma } from './generated/client.js';

/** Unreachable, connection lost, no free connection in time, no transaction in time. */
const PRISMA_NOT_NOW = ['P1001', 'P1002', 'P1003', 'P1008', 'P1010', 'P1017', 'P2021', 'P2024', 'P2028'];
/**
 * PostgreSQL's own: connection exceptions, shutting down, starting, not accepting connections, too many connections, a statement that was
 * cancelled at the deadline of its call. While an operator restores the database: it does not exist (3D000), its tables do not (42P01), or the
 * services may not read them yet (42501). `N/A` is Prisma's word for a raw query that failed without an answer of PostgreSQL: it could not be
 * reached. Then the driver's, of the next query on a connection that was lost within a transaction. The last: the process that exported a
 * snapshot has gone, or its server.
 */
const POSTGRES_NOT_NOW =
  /Code: `(08...|57P0.|57014|55000|53300|3D000|42P01|42501|N\/A)`|timeout exceeded when trying to connect|Connection terminated|not queryable|invalid snapshot identifier|snapshot "[^"]*" does not exist/;
const SOCKET_CODES = ['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT'];

/** Whether PostgreSQL is away for the moment, has no room, or ran out of the call's time: trying again makes sense. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientInitializationError) return true;
  if (error instanceof Prisma.PrismaClientKnownRequestError && PRISMA_NOT_NOW.includes(error.code)) return true;
  if (!(error instanceof Error)) return false;
  return POSTGRES_NOT_NOW.test(error.message) || ('code' in error && SOCKET_CODES.includes(String(error.code)));
}
