import { ApiError, apiErrors } from '@parley/contracts';
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
/** Redis is there but cannot serve now: starting, out of memory, failing over, busy. */
const NOT_NOW = ['LOADING', 'OOM', 'READONLY', 'MASTERDOWN', 'CLUSTERDOWN', 'TRYAGAIN', 'BUSY', 'MISCONF'];

/** An error of Redis as the API shows it: 503 where trying again makes sense; everything else as it is. */
export function storeFailure(error: unknown): unknown {
  if (!isPassing(error)) return error;
  return new ApiError(apiErrors.unavailable().toShape(), { cause: error });
}

function isPassing(error: unknown): boolean {
  if (error instanceof ErrorReply) return NOT_NOW.some((code) => error.message.startsWith(code));
  if (GONE.some((known) => error instanceof known)) return true;
  return (
    error instanceof Error && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'ECONNREFUSED' || error.code === 'EPIPE')
  );
}
