import type { ArrivedRequest } from '@parley/contracts';
import type { FastifyRequest } from 'fastify';
import { KEY_PARAMETER } from '../authentication/query-key-authentication.js';
import type { ApiRequest } from './fastify-types.js';
import { lastTexts } from './request-fields.js';

/** Headers that open something, and that no sender of webhooks signs with. */
const CREDENTIALS: ReadonlySet<string> = new Set(['authorization', 'proxy-authorization', 'cookie']);

/** The request for a service that reads it by itself. The key of the caller stays here. */
export function arrivedRequestOf({ headers, query, body }: FastifyRequest<ApiRequest>): ArrivedRequest {
  const shown = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined || CREDENTIALS.has(name) ? [] : [[name, String(value)]],
  );
  const { [KEY_PARAMETER]: _, ...options } = lastTexts(query);
  return { headers: Object.fromEntries(shown), query: options, body: body?.raw ?? '' };
}
