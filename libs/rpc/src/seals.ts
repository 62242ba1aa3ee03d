import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { BaseConfig } from '@parley/runtime';

/**
 * Everything on the bus is sealed with AES-256-GCM (docs/adr/0024-threat-model-of-the-bus.md). A sealed message is:
 * version (1 byte), id of the secret (4), session of the sender (16), number of the message in its session (8), tag (16), sealed text.
 * Each sender has its own session key, derived from the secret and the session, and never uses a number twice.
 */
const VERSION = 1;
const SECRET_ID_AT = 1;
const SESSION_AT = 5;
const NUMBER_AT = 21;
const TAG_AT = 29;
const TEXT_AT = 45;
const SECRET_ID_BYTES = 4;
const SESSION_BYTES = NUMBER_AT - SESSION_AT;
const KEY_BYTES = 32;
const IV_BYTES = 12;
const IV_NUMBER_AT = 4;
const TWO_TO_32 = 2 ** 32;
/** Session keys that a process remembers. If one is dropped, it is derived again. */
const MAX_SESSIONS = 4_096;

export type SealConfig = Pick<BaseConfig, 'PARLEY_CALLER_SECRET' | 'PARLEY_CALLER_SECRET_PREVIOUS'>;

export interface Sealed {
  /** Session and number. Unique to this message. */
  readonly id: string;
  readonly bytes: Uint8Array;
}

export interface Opened {
  readonly id: string;
  readonly text: Buffer;
}

interface Secret {
  readonly id: number;
  readonly key: Buffer;
}

/** Seals the messages of this process, and opens those that any process of the installation sealed. */
export class Seals {
  private readonly session = randomBytes(SESSION_BYTES);
  private readonly sessionKey: Buffer;
  private readonly own: Secret;
  private readonly accepted: ReadonlyMap<number, Secret>;
  private readonly sessionKeys = new Map<string, Buffer>();
  private number = 0;

  constructor(config: SealConfig) {
    this.own = secretOf(config.PARLEY_CALLER_SECRET);
    const previous = config.PARLEY_CALLER_SECRET_PREVIOUS;
    const all = previous === undefined ? [this.own] : [secretOf(previous), this.own];
    this.accepted = new Map(all.map((secret) => [secret.id, secret]));
    this.sessionKey = sessionKeyOf(this.own, this.session);
  }

  /** `bound`: the context of the message. It opens only with the same value. */
  seal(bound: string, parts: readonly Uint8Array[]): Sealed {
    const size = parts.reduce((sum, part) => sum + part.length, 0);
    const bytes = Buffer.allocUnsafe(TEXT_AT + size);
    bytes.writeUInt8(VERSION);
    bytes.writeUInt32BE(this.own.id, SECRET_ID_AT);
    this.session.copy(bytes, SESSION_AT);
    this.number += 1;
    bytes.writeUInt32BE(Math.floor(this.number / TWO_TO_32), NUMBER_AT);
    bytes.writeUInt32BE(this.number % TWO_TO_32, NUMBER_AT + 4);
    const cipher = createCipheriv('aes-256-gcm', this.sessionKey, ivOf(bytes)).setAAD(Buffer.from(bound));
    let at = TEXT_AT;
    for (const part of parts) at += cipher.update(part).copy(bytes, at);
    cipher.final();
    cipher.getAuthTag().copy(bytes, TAG_AT);
    return { id: idOf(bytes), bytes };
  }

  /** Undefined if it was sealed with another secret or for another context, or was changed. */
  open(bound: string, given: Uint8Array): Opened | undefined {
    const bytes = Buffer.from(given.buffer, given.byteOffset, given.length);
    if (bytes.length < TEXT_AT || bytes.readUInt8() !== VERSION) return undefined;
    const secret = this.accepted.get(bytes.readUInt32BE(SECRET_ID_AT));
    if (secret === undefined) return undefined;
    const sender = bytes.toString('latin1', SECRET_ID_AT, NUMBER_AT);
    const known = this.sessionKeys.get(sender);
    const key = known ?? sessionKeyOf(secret, bytes.subarray(SESSION_AT, NUMBER_AT));
    const decipher = createDecipheriv('aes-256-gcm', key, ivOf(bytes));
    decipher.setAAD(Buffer.from(bound)).setAuthTag(bytes.subarray(TAG_AT, TEXT_AT));
    const text = decipher.update(bytes.subarray(TEXT_AT));
    try {
      decipher.final();
    } catch {
      return undefined;
    }
    if (known === undefined) this.remember(sender, key);
    return { id: idOf(bytes), text };
  }

  private remember(sender: string, key: Buffer): void {
    const [oldest] = this.sessionKeys.keys();
    if (this.sessionKeys.size >= MAX_SESSIONS && oldest !== undefined) this.sessionKeys.delete(oldest);
    this.sessionKeys.set(sender, key);
  }
}

function secretOf(text: string): Secret {
  const derived = (purpose: string, bytes: number) => Buffer.from(hkdfSync('sha256', text, '', purpose, bytes));
  return { id: derived('parley bus secret id', SECRET_ID_BYTES).readUInt32BE(), key: derived('parley bus', KEY_BYTES) };
}

function sessionKeyOf({ key }: Secret, session: Buffer): Buffer {
  return createHmac('sha256', key).update(session).digest();
}

function ivOf(bytes: Buffer): Buffer {
  const iv = Buffer.alloc(IV_BYTES);
  bytes.copy(iv, IV_NUMBER_AT, NUMBER_AT, TAG_AT);
  return iv;
}

function idOf(bytes: Buffer): string {
  return bytes.toString('latin1', SESSION_AT, TAG_AT);
}
