import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, randomInt } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@parley/runtime';
import type { OrganizationConfig } from '../config.js';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const KEY_LENGTH = 32;
const WELL_FORMED = /^[A-Za-z0-9]{32}$/;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const SECRET_BYTES = 32;

export type KeySecrets = Pick<OrganizationConfig, 'PARLEY_KEY_SECRET' | 'PARLEY_KEY_SECRET_PREVIOUS'>;

interface Derived {
  readonly digest: Buffer;
  readonly seal: Buffer;
}

/**
 * API keys: 32 random alphanumeric characters, 190 bits of entropy. The database stores a keyed digest, which finds the key, and the
 * key encrypted for its owner, so that another login returns the same key. Neither is usable without PARLEY_KEY_SECRET, and a sealed
 * key opens for its account only.
 * While the secret is being replaced, digests and seals of the previous secret are accepted too. MoveSealed rewrites them.
 */
@Injectable()
export class ApiKeys {
  private readonly current: Derived;
  private readonly previous: Derived | undefined;

  constructor(@Inject(CONFIG) config: KeySecrets) {
    this.current = derivedOf(config.PARLEY_KEY_SECRET);
    const previous = config.PARLEY_KEY_SECRET_PREVIOUS;
    this.previous = previous === undefined ? undefined : derivedOf(previous);
  }

  /** Whether a secret is being replaced. */
  get hasPrevious(): boolean {
    return this.previous !== undefined;
  }

  generate(): string {
    return Array.from({ length: KEY_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  }

  isWellFormed(key: string): boolean {
    return WELL_FORMED.test(key);
  }

  /** The digest under which a key is stored. */
  digest(key: string): Buffer {
    return digestWith(this.current, key);
  }

  /** The digests under which a key can be stored, the most likely first. */
  digests(key: string): readonly [Buffer, ...Buffer[]] {
    return this.previous === undefined ? [this.digest(key)] : [this.digest(key), digestWith(this.previous, key)];
  }

  /** Nonce, tag and AES-256-GCM ciphertext, bound to the account, or to what else the text names. */
  seal(owner: number | string, key: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.current.seal, nonce).setAAD(boundTo(owner));
    const text = Buffer.concat([cipher.update(key, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), text]);
  }

  /** @throws Error if the seal belongs to another account or another secret, or was modified */
  open(owner: number | string, sealed: Uint8Array): string {
    try {
      return openWith(this.current, owner, sealed);
    } catch (error) {
      if (this.previous === undefined) throw error;
      return openWith(this.previous, owner, sealed);
    }
  }

  /** The key of a seal that was made with the previous secret. Undefined: it was made with the current secret, or opens with neither. */
  openPrevious(owner: number | string, sealed: Uint8Array): string | undefined {
    try {
      return this.previous === undefined ? undefined : openWith(this.previous, owner, sealed);
    } catch {
      return undefined;
    }
  }
}

function derivedOf(secret: string): Derived {
  return { digest: derive(secret, 'parley api key digest'), seal: derive(secret, 'parley api key seal') };
}

function digestWith({ digest }: Derived, key: string): Buffer {
  return createHmac('sha256', digest).update(key).digest();
}

function openWith({ seal }: Derived, owner: number | string, sealed: Uint8Array): string {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', seal, nonce).setAAD(boundTo(owner)).setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
}

function derive(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, SECRET_BYTES));
}

function boundTo(owner: number | string): Buffer {
  return Buffer.from(typeof owner === 'number' ? `user ${owner}` : owner);
}
