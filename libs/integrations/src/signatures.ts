import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** The HMAC-SHA256 of the body, in hexadecimal, after a prefix. */
export function hmacSignature(prefix = ''): (secret: string, given: string, body: string) => boolean {
  return (secret, given, body) => isSame(given, prefix + createHmac('sha256', secret).update(body).digest('hex'));
}

/** A list of signatures, one for each secret that is valid while secrets are replaced. */
export function oneOfSignatures(separator: string, matches: (secret: string, given: string, body: string) => boolean): typeof matches {
  return (secret, given, body) => given.split(separator).some((each) => matches(secret, each.trim(), body));
}

/** The secret itself. */
export function secretItself(secret: string, given: string): boolean {
  return isSame(given, secret);
}

/** Takes the same time for every wrong value. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
