import { ApiError, apiErrors } from '@parley/contracts';
import { Prisma } from '@parley/persistence';
import {
  ClientClosedError,
  ClientOfflineError,
  ConnectionTimeoutError,
  DisconnectsClientError,
  ErrorReply,
  SocketClosedUnexpectedlyError,
  TimeoutError,
} from 'redis';

const REDIS_GONE = [
  ClientClosedError,
  ClientOfflineError,
  ConnectionTimeoutError,
  DisconnectsClientError,
  SocketClosedUnexpectedlyError,
  TimeoutError,
];
/** Redis is there but cannot serve now: starting, out of memory, failing over, busy. */
const REDIS_NOT_NOW = ['LOADING', 'OOM', 'READONLY', 'MASTERDOWN', 'CLUSTERDOWN', 'TRYAGAIN', 'BUSY', 'MISCONF'];

/** Unreachable, connection lost, no free connection in time, no transaction in time. */
const PRISMA_NOT_NOW = ['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028'];
/** PostgreSQL's own: connection exceptions, shutting down, starting, not accepting connections, too many connections. */
const POSTGRES_NOT_NOW = /Code: `(08...|57P0.|55000|53300)`|timeout exceeded when trying to connect|Connection terminated/;
const SOCKET_CODES = ['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT'];

/** A failure of Redis or PostgreSQL as the API shows it: 503 where trying again makes sense; everything else as it is. */
export function storeFailure(error: unknown): unknown {
  const passing = isRedisPassing(error) || isDatabasePassing(error) || isSocketFailure(error);
  return passing ? new ApiError(apiErrors.unavailable().toShape(), { cause: error }) : error;
}

function isRedisPassing(error: unknown): boolean {
  if (error instanceof ErrorReply) return REDIS_NOT_NOW.some((code) => error.message.startsWith(code));
  return REDIS_GONE.some((known) => error instanceof known);
}

function isDatabasePassing(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientInitializationError) return true;
  if (error instanceof Prisma.PrismaClientKnownRequestError && PRISMA_NOT_NOW.includes(error.code)) return true;
  return error instanceof Error && !(error instanceof ApiError) && POSTGRES_NOT_NOW.test(error.message);
}

function isSocketFailure(error: unknown): boolean {
  return error instanceof Error && 'code' in error && SOCKET_CODES.includes(String(error.code));
}
