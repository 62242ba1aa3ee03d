import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type ApiError, apiErrors } from '@parley/contracts';

/** After a refusal, until a client that goes on sending is cut off. */
const LINGER_MS = 1_000;

/** What cannot be read as HTTP never reaches a route. */
export function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  refuseConnection(unreadable(error.code), socket);
}

/** Answers below the HTTP server, and ends the connection. */
export function refuseConnection(refusal: ApiError, socket: Socket): void {
  const body = JSON.stringify(refusal.toBody());
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** By the codes of Node's HTTP server and parser. */
function unreadable(code: string | undefined): ApiError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return apiErrors.headersTooLarge();
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return apiErrors.payloadTooLarge();
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return apiErrors.requestTooSlow();
    default:
      return apiErrors.malformedRequest();
  }
}

/** `Expect: 100-continue` is met by Node itself. */
export function refuseExpectation(_: IncomingMessage, response: ServerResponse): void {
  const refusal = apiErrors.expectationFailed();
  const body = JSON.stringify(refusal.toBody());
  const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body), connection: 'close' };
  response.writeHead(refusal.status, headers).end(body);
}
