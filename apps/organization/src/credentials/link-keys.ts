import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { KeySecrets } from './api-keys.js';

const NONCE_LENGTH = 36;
const SECRET_BYTES = 32;
const FORM = /^[0-9a-f-]{36}\.[A-Za-z0-9_-]{43}$/;

/**
 * Keys of links that are mailed: a nonce that the database knows, and 256 bits that only PARLEY_KEY_SECRET can make of it. So a link can be made
 * again for a mail that must be sent again, and nothing that is stored opens anything.
 */
export class LinkKeys {
  private readonly secret: Buffer;
  /** The one that makes keys, and the one before it, while it is replaced. */
  private readonly accepted: readonly Buffer[];

  /** `purpose`: what the links are for. A key of one purpose is worth nothing for another. */
  constructor({ PARLEY_KEY_SECRET, PARLEY_KEY_SECRET_PREVIOUS }: KeySecrets, purpose: string) {
    const derive = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, SECRET_BYTES));
    this.secret = derive(PARLEY_KEY_SECRET);
    this.accepted = [this.secret, ...(PARLEY_KEY_SECRET_PREVIOUS === undefined ? [] : [derive(PARLEY_KEY_SECRET_PREVIOUS)])];
  }

  keyOf(nonce: string): string {
    return keyWith(this.secret, nonce);
  }

  /** Undefined: no key that we made. */
  nonceOf(key: string): string | undefined {
    if (!FORM.test(key)) return undefined;
    const nonce = key.slice(0, NONCE_LENGTH);
    return this.accepted.some((secret) => timingSafeEqual(Buffer.from(key), Buffer.from(keyWith(secret, nonce)))) ? nonce : undefined;
  }
}

function keyWith(secret: Buffer, nonce: string): string {
  return `${nonce}.${createHmac('sha256', secret).update(nonce).digest('base64url')}`;
}
