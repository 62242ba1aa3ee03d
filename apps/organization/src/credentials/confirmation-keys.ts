import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type ConfigOf } from '@parley/runtime';

const NONCE_LENGTH = 36;
const SECRET_BYTES = 32;
const FORM = /^[0-9a-f-]{36}\.[A-Za-z0-9_-]{43}$/;

/**
 * Keys of links that are mailed: a nonce that the database knows, and what only PARLEY_KEY_SECRET can make of it. So a link can be made again
 * for a mail that must be sent again, and nothing that is stored opens anything.
 */
@Injectable()
export class ConfirmationKeys {
  private readonly secret: Buffer;

  constructor(@Inject(CONFIG) config: Pick<ConfigOf<'keyHolder'>, 'PARLEY_KEY_SECRET'>) {
    this.secret = Buffer.from(hkdfSync('sha256', config.PARLEY_KEY_SECRET, '', 'parley confirmation link', SECRET_BYTES));
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
