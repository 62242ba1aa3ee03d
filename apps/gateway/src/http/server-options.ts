import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { apiErrors } from '@parley/contracts';
import type { FastifyHttpOptions } from 'fastify';
import { parseQuery } from './parse-body.js';
import { requestIdOf } from './request-id.js';

/** Larger than any form there is; files go another way. */
const MAX_BODY_BYTES = 2 * 1024 * 1024;
/** A narrow in a query string may be long. */
const MAX_HEADER_BYTES = 64 * 1024;
/** Until the head of a request has arrived, and any body but a file. */
export const REQUEST_ARRIVAL_MS = 60_000;
/** Until a request with a file has arrived as a whole. A held poll has: it may wait. */
const FILE_ARRIVAL_MS = 15 * 60_000;
const MAX_SEGMENT_LENGTH = 1_000;

export const serverOptions = {
  bodyLimit: MAX_BODY_BYTES,
  requestTimeout: FILE_ARRIVAL_MS,
  http: { maxHeaderSize: MAX_HEADER_BYTES, headersTimeout: REQUEST_ARRIVAL_MS },
  genReqId: requestIdOf,
  // While it stops, what still arrives on open connections is answered as ever.
  return503OnClosing: false,
  forceCloseConnections: 'idle',
  routerOptions: { querystringParser: parseQuery, maxParamLength: MAX_SEGMENT_LENGTH },
  clientErrorHandler: refuseUnreadable,
} satisfies FastifyHttpOptions<Server>;

/** What is no HTTP at all never reaches a route. */
function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
  const body = JSON.stringify(apiErrors.badRequest({ msg: 'Malformed request' }).toBody());
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
