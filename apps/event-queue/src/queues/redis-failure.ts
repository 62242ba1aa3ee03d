import {
  ClientClosedError,
  ClientOfflineError,
  ConnectionTimeoutError,
  DisconnectsClientError,
  ErrorReply,
  SocketClosedUnexpectedlyError,
  TimeoutError,
} from 'redis';

const GONE = [
  ClientClosedError,
  ClientOfflineError,
  ConnectionTimeoutError,
  DisconnectsClientError,
  SocketClosedUnexpectedlyError,
  TimeoutError,
];
/** Redis is reachable but cannot serve now: starting, out of memory, failing over, busy. */
const NOT_NOW = ['LOADING', 'OOM', 'READONLY', 'MASTERDOWN', 'CLUSTERDOWN', 'TRYAGAIN', 'BUSY', 'MISCONF'];

/** Whether Redis is temporarily unavailable or full, so that a retry makes sense. */
export function isRedisAway(error: unknown): boolean {
  if (error instanceof ErrorReply) return NOT_NOW.some((code) => error.message.startsWith(code));
  return GONE.some((known) => error instanceof known);
}
