import { createHmac, timingSafeEqual } from 'node:crypto';
import { apiErrors } from '@parley/contracts';
import type { FastifyRequest } from 'fastify';

const HEADER = 'x-csrftoken';
/** Values of Sec-Fetch-Site. */
const FOREIGN: ReadonlySet<string> = new Set(['same-site', 'cross-site']);
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Computed from the token of the session, so it is not stored. The token of the session cannot be computed from it. */
export function csrfTokenOf(sessionToken: string): string {
  return createHmac('sha256', sessionToken).update('parley csrf').digest('base64url');
}

/** @throws csrfFailed if the request changes something, and its CSRF token is missing or wrong */
export function refuseForgedChange({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>, sessionToken: string): void {
  if (READS.has(method)) return;
  const given = Buffer.from(String(headers[HEADER] ?? ''));
  const expected = Buffer.from(csrfTokenOf(sessionToken));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw apiErrors.csrfFailed();
}

/**
 * The hosts of all organizations are one site, so SameSite does not keep pages of other organizations from sending requests. Browsers send an Origin
 * header with requests that change something, and with those whose answer a script may read. Others, such as those of pictures, have none. Newer
 * browsers say with Sec-Fetch-Site where these come from. A link of another site may be opened: its page cannot read the answer.
 * @throws crossOrigin if it is not a page of this host
 */
export function refuseForeignOrigin({ headers }: Pick<FastifyRequest, 'headers'>): void {
  const { origin, host = '' } = headers;
  if (origin !== undefined && !isOf(host.toLowerCase(), origin)) throw apiErrors.crossOrigin();
  const isForeign = FOREIGN.has(String(headers['sec-fetch-site']));
  if (isForeign && headers['sec-fetch-mode'] !== 'navigate') throw apiErrors.crossOrigin();
}

/**
 * Anyone on the way can write a page at http:// of a host whose own pages are at https://, and could sign its visitors in to an account of their own.
 * @param scheme of the addresses of this installation. Proxies end TLS, so the request itself does not tell.
 * @throws crossOrigin if it comes from such a page
 */
export function refuseInsecureOrigin({ headers }: Pick<FastifyRequest, 'headers'>, scheme: string): void {
  const { origin } = headers;
  if (scheme === 'https' && origin !== undefined && !origin.toLowerCase().startsWith('https://')) throw apiErrors.crossOrigin();
}

/**
 * Whether a browser says that a form was on a page of this host. Only https shows that a page came from this server: anyone on the way can write
 * one at http:// of the same host. Browsers send no Sec-Fetch-Site to servers without https.
 * @param scheme of the addresses of this installation
 */
export function isFormOfOwnPage({ headers }: Pick<FastifyRequest, 'headers'>, scheme: string): boolean {
  const { origin, host = '' } = headers;
  const site = headers['sec-fetch-site'];
  if (origin === undefined || (site !== undefined && site !== 'same-origin')) return false;
  return isOf(host.toLowerCase(), origin) && new URL(origin).protocol === `${scheme}:`;
}

/** If the Host header has no port, any port is accepted: a proxy may listen on one that this server does not know. */
function isOf(host: string, origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  return /:\d+$/.test(host) ? page.host === host : page.hostname === host;
}
