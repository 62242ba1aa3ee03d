import { createHmac, timingSafeEqual } from 'node:crypto';
import { apiErrors } from '@parley/contracts';
import type { FastifyRequest } from 'fastify';

const HEADER = 'x-csrftoken';
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Follows from the token of the session, so it is not stored. The token does not follow from it. */
export function csrfTokenOf(sessionToken: string): string {
  return createHmac('sha256', sessionToken).update('parley csrf').digest('base64url');
}

/** @throws csrfFailed if the request changes something, and does not name the session by the token that only its own page knows */
export function refuseForgedChange({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>, sessionToken: string): void {
  if (READS.has(method)) return;
  const given = Buffer.from(String(headers[HEADER] ?? ''));
  const expected = Buffer.from(csrfTokenOf(sessionToken));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw apiErrors.csrfFailed();
}

/**
 * Browsers say where a request comes from, if it changes something or crosses sites. Pages of other organizations are on the same site, so SameSite
 * cookies do not keep them away.
 * @throws crossOrigin if it is not a page of this host
 */
export function refuseForeignOrigin({ headers }: Pick<FastifyRequest, 'headers'>): void {
  const { origin, host = '' } = headers;
  if (origin !== undefined && !isOf(host.toLowerCase(), origin)) throw apiErrors.crossOrigin();
}

/** Without a port in the Host header, a proxy listens on one that this server does not know. */
function isOf(host: string, origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  return /:\d+$/.test(host) ? page.host === host : page.hostname === host;
}
