import type { IncomingMessage } from 'node:http';
import { askOutside, bodyOf, type Network, OutsideError } from '@parley/runtime';
import type { CustomFetch, CustomFetchOptions } from 'openid-client';

/** A provider that says nothing for this long has failed. A sign-in makes up to four requests. */
const TIMEOUT_MS = 5_000;
/** Far more than any document of a provider. */
const MAX_BYTES = 256 * 1024;
/** Responses with these may have no body. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);
const LOWEST_STATUS = 200;

/**
 * How a sign-in reaches a provider: only on the public internet or in networks that the operator allows, with TLS, within a time and a size. The
 * errors of the last request are kept, because openid-client wraps them.
 */
export function fetchOfProvider(allowed: readonly Network[], note: (error: OutsideError) => void = () => undefined): CustomFetch {
  return async (url: string, options: CustomFetchOptions): Promise<Response> => {
    const { method, headers, body } = options;
    const sent = { method, headers: { ...plain(headers), 'user-agent': 'Parley' }, body: textOf(body) };
    // Names of an operator's own networks can be in the files of the machine.
    const rules = { allowed, timeoutMs: TIMEOUT_MS, needsTls: true, asksOnlyDns: allowed.length === 0 };
    try {
      return await askOutside(url, sent, rules, responseOf);
    } catch (error) {
      if (error instanceof OutsideError) note(error);
      throw error;
    }
  };
}

async function responseOf(answer: IncomingMessage): Promise<Response> {
  const { statusCode = 0 } = answer;
  if (statusCode < LOWEST_STATUS) throw new OutsideError('connection', 'Its answer is not one of HTTP.');
  const body = await bodyOf(answer, MAX_BYTES);
  const headers = Object.entries(answer.headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []));
  return new Response(WITHOUT_BODY.has(statusCode) ? null : new Uint8Array(body), {
    status: statusCode,
    headers: Object.fromEntries(headers),
  });
}

/** openid-client sends forms and texts. */
function textOf(body: unknown): string | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body === 'string' || body instanceof URLSearchParams) return body.toString();
  throw new Error('a body of an unknown type');
}

function plain(headers: unknown): Record<string, string> {
  return Object.fromEntries(headers instanceof Headers ? headers : Object.entries(headers as Record<string, string>));
}
