import type { IncomingMessage } from 'node:http';

/** `http://host/path`, as clients send it to a proxy. User information before the host is ignored. */
const ABSOLUTE = /^https?:\/\/(?:[^/?#]*@)?([^/?#]*)(.*)$/i;

/**
 * The path of a request. If the request line contains a host, it replaces the Host header (RFC 9112, section 3.2.2), so that all servers on
 * the way use the same organization.
 */
export function pathOfTarget({ url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>): string {
  if (url.startsWith('/')) return url;
  const [, host, path = ''] = ABSOLUTE.exec(url) ?? [];
  if (host === undefined) return url;
  headers.host = host;
  return path.startsWith('/') ? path : `/${path}`;
}
