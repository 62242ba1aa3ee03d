import type { IncomingMessage } from 'node:http';

/** `http://host/path`, as clients send it to a proxy. A user name before the host has no meaning there. */
const ABSOLUTE = /^https?:\/\/(?:[^/?#]*@)?([^/?#]*)(.*)$/i;

/**
 * The path of a request. Where its first line names a host as well, that one counts and not the Host header (RFC 9112, section 3.2.2), so that all
 * servers on the way agree on the organization.
 */
export function pathOfTarget({ url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>): string {
  if (url.startsWith('/')) return url;
  const [, host, path = ''] = ABSOLUTE.exec(url) ?? [];
  if (host === undefined) return url;
  headers.host = host;
  return path.startsWith('/') ? path : `/${path}`;
}
