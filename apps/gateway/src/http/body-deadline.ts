import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';

/** Ends the connection when the body of a request takes longer than that to arrive. */
export function endLateBody({ headers, socket }: IncomingMessage, body: Readable, deadlineMs: number): void {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (!hasBody) return;
  const late = setTimeout(() => socket.destroy(), deadlineMs);
  const clear = () => clearTimeout(late);
  body.once('end', clear).once('close', clear);
}
