import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, randomInt } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type ConfigOf } from '@parley/runtime';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const KEY_LENGTH = 32;
const WELL_FORMED = /^[A-Za-z0-9]{32}$/;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const SECRET_BYTES = 32;

/**
 * API keys: 32 alphanumeric characters, 190 bits of chance. The database holds a keyed digest, by which a key is found, and the key sealed for its
 * owner, so that logging in again shows the same key. Neither is of use without PARLEY_KEY_SECRET, and a seal opens for its account only.
 */
@Injectable()
export class ApiKeys {
  private readonly digestSecret: Buffer;
  private readonly sealSecret: Buffer;

  constructor(@Inject(CONFIG) config: Pick<ConfigOf<'keyHolder'>, 'PARLEY_KEY_SECRET'>) {
    this.digestSecret = derive(config.PARLEY_KEY_SECRET, 'parley api key digest');
    this.sealSecret = derive(config.PARLEY_KEY_SECRET, 'parley api key seal');
  }

  generate(): string {
    return Array.from({ length: KEY_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  }

  isWellFormed(key: string): boolean {
    return WELL_FORMED.test(key);
  }

  digest(key: string): Buffer {
    return createHmac('sha256', this.digestSecret).update(key).digest();
  }

  /** Nonce, tag and AES-256-GCM text, bound to the account. */
  seal(userId: number, key: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.sealSecret, nonce).setAAD(boundTo(userId));
    const text = Buffer.concat([cipher.update(key, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), text]);
  }

  /** @throws Error when the seal was made for another account, with another secret, or was changed. */
  open(userId: number, sealed: Uint8Array): string {
    const nonce = sealed.subarray(0, NONCE_BYTES);
    const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', this.sealSecret, nonce).setAAD(boundTo(userId)).setAuthTag(tag);
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
  }
}

function derive(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, SECRET_BYTES));
}

function boundTo(userId: number): Buffer {
  return Buffer.from(`user ${userId}`);
}
