import { ClearError } from './clear-error.js';

/**
 * @returns the URL as given
 * @throws ClearError naming the variable, never its value: it may hold a password
 */
export function requireUrl(variable: string, value: string | undefined, protocols: readonly string[]): string {
  const expected = `${protocols.map((protocol) => `${protocol}//`).join(' or ')} with a host`;
  if (value === undefined || value === '') throw new ClearError(`${variable} is not set: give a URL that begins with ${expected}.`);
  const parsed = URL.parse(value);
  if (!parsed || !protocols.includes(parsed.protocol) || parsed.hostname === '') {
    throw new ClearError(`${variable} is not a usable URL: it must begin with ${expected}.`);
  }
  return value;
}
