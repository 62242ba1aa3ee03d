import { createHmac, hkdfSync, randomBytes } from 'node:crypto';

const DIGEST_BYTES = 32;

/** An API key and the digest under which the organization service finds it (its api-keys.ts). The bench inserts thousands of accounts. */
export function newApiKey(secret: string): { key: string; digest: Buffer } {
  const key = randomBytes(16).toString('hex');
  const derived = Buffer.from(hkdfSync('sha256', secret, '', 'parley api key digest', DIGEST_BYTES));
  return { key, digest: createHmac('sha256', derived).update(key).digest() };
}
