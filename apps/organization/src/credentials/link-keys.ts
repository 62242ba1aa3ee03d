import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { KeySecrets } from './api-keys.js';

const NONCE_LENGTH = 36;
const SECRET_BYTES = 32;
const FORM = /^[0-9a-f-]{36}\.[A-Za-z0-9_-]{43}$/;

/**
 * Keys of links in mails: a nonce that is stored, and 256 bits that only PARLEY_KEY_SECRET can derive from it. So a mail that is sent
 * again has the same link, and the database contains no usable link.
 */
export class LinkKeys {
  private readonly secret: Buffer;
  /** The secret that makes keys, and the previous one while it is being replaced. */
  private readonly accepted: readonly Buffer[];

  /** `purpose`: what the links are for. A key of one purpose is invalid for another. */
  constructor({ PARLEY_KEY_SECRET, PARLEY_KEY_SECRET_PREVIOUS }: KeySecrets, purpose: string) {
    const derive = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, SECRET_BYTES));
    this.secret = derive(PARLEY_KEY_SECRET);
    this.accepted = [this.secret, ...(PARLEY_KEY_SECRET_PREVIOUS === undefined ? [] : [derive(PARLEY_KEY_SECRET_PREVIOUS)])];
  }

  keyOf(nonce: string): string {
    return keyWith(this.secret, nonce);
  }

  /** Undefined: not a key of this installation and purpose. */
  nonceOf(key: string): string | undefined {
    if (!FORM.test(key)) return undefined;
    const nonce = key.slice(0, NONCE_LENGTH);
    return this.accepted.some((secret) => timingSafeEqual(Buffer.from(key), Buffer.from(keyWith(secret, nonce)))) ? nonce : undefined;
  }
}

function keyWith(secret: Buffer, nonce: string): string {
  return `${nonce}.${createHmac('sha256', secret).update(nonce).digest('base64url')}`;
}
