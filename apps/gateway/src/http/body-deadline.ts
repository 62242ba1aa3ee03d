import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { apiErrors } from '@parley/contracts';
import { refuseConnection } from './refuse-unreadable.js';

/** Answers 408 and closes the connection if the body of a request takes longer than `deadlineMs` to arrive. */
export function endLateBody({ headers, socket }: IncomingMessage, body: Readable, deadlineMs: number): void {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (!hasBody) return;
  const late = setTimeout(() => refuseConnection(apiErrors.requestTooSlow(), socket), deadlineMs);
  const clear = () => clearTimeout(late);
  body.once('end', clear).once('close', clear);
}
