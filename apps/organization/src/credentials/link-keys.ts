import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

const NONCE_LENGTH = 36;
const SECRET_BYTES = 32;
const FORM = /^[0-9a-f-]{36}\.[A-Za-z0-9_-]{43}$/;

/**
 * Keys of links that are mailed: a nonce that the database knows, and 256 bits that only PARLEY_KEY_SECRET can make of it. So a link can be made
 * again for a mail that must be sent again, and nothing that is stored opens anything.
 */
export class LinkKeys {
  private readonly secret: Buffer;

  /** `purpose`: what the links are for. A key of one purpose is worth nothing for another. */
  constructor(keySecret: string, purpose: string) {
    this.secret = Buffer.from(hkdfSync('sha256', keySecret, '', purpose, SECRET_BYTES));
  }

  keyOf(nonce: string): string {
    return `${nonce}.${createHmac('sha256', this.secret).update(nonce).digest('base64url')}`;
  }

  /** Undefined: no key that we made. */
  nonceOf(key: string): string | undefined {
    if (!FORM.test(key)) return undefined;
    const nonce = key.slice(0, NONCE_LENGTH);
    return timingSafeEqual(Buffer.from(key), Buffer.from(this.keyOf(nonce))) ? nonce : undefined;
  }
}
