import type { Server } from 'node:http';
import type { FastifyHttpOptions } from 'fastify';
import { KEPT_MS } from './kept-connections.js';
import { parseQuery } from './parse-body.js';
import { refuseUnreadable } from './refuse-unreadable.js';
import { requestIdOf } from './request-id.js';
import { pathOfTarget } from './request-target.js';

/** Larger than any form; files are received separately. */
const MAX_BODY_BYTES = 2 * 1024 * 1024;
/** A narrow in a query string may be long. */
const MAX_HEADER_BYTES = 64 * 1024;
/** Deadline for the headers of a request, and for any body except a file. */
export const REQUEST_ARRIVAL_MS = 60_000;
/** Deadline for a whole request with a file. A held poll has arrived and may wait longer. */
const FILE_ARRIVAL_MS = 15 * 60_000;
const MAX_SEGMENT_LENGTH = 1_000;

export const serverOptions = {
  bodyLimit: MAX_BODY_BYTES,
  requestTimeout: FILE_ARRIVAL_MS,
  keepAliveTimeout: KEPT_MS,
  // A missing Host is refused with a body, in check-headers.ts.
  http: { maxHeaderSize: MAX_HEADER_BYTES, headersTimeout: REQUEST_ARRIVAL_MS, requireHostHeader: false },
  genReqId: requestIdOf,
  rewriteUrl: pathOfTarget,
  // While the server stops, requests on open connections are still answered.
  return503OnClosing: false,
  forceCloseConnections: 'idle',
  routerOptions: { querystringParser: parseQuery, maxParamLength: MAX_SEGMENT_LENGTH },
  clientErrorHandler: refuseUnreadable,
} satisfies FastifyHttpOptions<Server>;
