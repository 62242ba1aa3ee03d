import type { IncomingMessage } from 'node:http';
import { apiErrors } from '@parley/contracts';

const ONCE = [
  ['host', 'Host'],
  ['authorization', 'Authorization'],
] as const;

/**
 * Node keeps the first of two Host or Authorization headers. A proxy in front of it may have checked the last one, for another organization
 * or user.
 * @throws ApiError
 */
export function checkHeaders({ headers, rawHeaders, httpVersion }: IncomingMessage): void {
  if (headers.host === undefined && httpVersion !== '1.0') throw apiErrors.missingHost();
  for (const [name, shown] of ONCE) if (countOf(rawHeaders, name) > 1) throw apiErrors.repeatedHeader({ name: shown });
}

/** `rawHeaders` alternates names and values. */
function countOf(rawHeaders: readonly string[], name: string): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const given = rawHeaders[index];
    if (given?.length === name.length && given.toLowerCase() === name) count += 1;
  }
  return count;
}
