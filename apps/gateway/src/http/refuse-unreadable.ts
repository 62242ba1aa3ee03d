import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type ApiError, apiErrors } from '@parley/contracts';

/** Time between a refusal and closing the connection of a client that keeps sending. */
const LINGER_MS = 1_000;

/** Answers requests that cannot be parsed as HTTP, which never reach a route. */
export function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  refuseConnection(unreadable(error.code), socket);
}

/** Writes a response directly to the socket, and closes the connection. */
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

/** Maps error codes of Node's HTTP server and parser. */
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

/** Node itself handles `Expect: 100-continue`. */
export function refuseExpectation(_: IncomingMessage, response: ServerResponse): void {
  const refusal = apiErrors.expectationFailed();
  const body = JSON.stringify(refusal.toBody());
  const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body), connection: 'close' };
  response.writeHead(refusal.status, headers).end(body);
}
