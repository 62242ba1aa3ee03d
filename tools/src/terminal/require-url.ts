import { ClearError } from './clear-error.js';

/**
 * @returns the URL as given
 * @throws ClearError with the variable, never with its value, which may contain a password
 */
export function requireUrl(variable: string, value: string | undefined, protocols: readonly string[]): string {
  const expected = `${protocols.map((protocol) => `${protocol}//`).join(' or ')} with a host`;
  if (value === undefined || value === '') throw new ClearError(`${variable} is not set: give a URL that begins with ${expected}.`);
  const isUsable = serversIn(value).every((server) => {
    const parsed = URL.parse(server);
    return parsed !== null && protocols.includes(parsed.protocol) && parsed.hostname !== '';
  });
  if (!isUsable) {
    throw new ClearError(`${variable} is not a usable URL: it must begin with ${expected}.`);
  }
  return value;
}

/** NATS accepts several servers, separated by commas; in other URLs a comma is part of a password. */
export function serversIn(url: string): string[] {
  return /^(nats|tls):/.test(url) ? url.split(',') : [url];
}
