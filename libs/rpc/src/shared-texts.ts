import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Smaller texts are sent each time. */
const MIN_BYTES = 512;
/** Larger ones too, because a message of the bus has at most 1 MiB. */
const MAX_BYTES = 512 * 1024;
/** The first bytes of SHA-256: enough that no two texts have the same digest. */
export const DIGEST_BYTES = 16;

/** The digests of shared texts, by the object that has the bytes. Null until it is needed. */
const digests = new WeakMap<Uint8Array, Buffer | null>();

/** Declares that many answers contain exactly this text, so that a process sends it to each of its callers only once. */
export function share(text: Uint8Array, digest: Buffer | null = null): void {
  if (text.length >= MIN_BYTES && text.length <= MAX_BYTES && !digests.has(text)) digests.set(text, digest);
}

/** The digest of a shared text. Undefined for all other bytes. */
export function digestOf(text: Uint8Array): Buffer | undefined {
  const known = digests.get(text);
  if (known !== null) return known;
  const digest = createHash('sha256').update(text).digest().subarray(0, DIGEST_BYTES);
  digests.set(text, digest);
  return digest;
}

/** A copy in memory of its own. Node takes small buffers from a pool of 8 KB, all of which stays in memory as long as one of them is kept. */
export function unpooled(pieces: readonly Uint8Array[], size: number): Buffer {
  const copy = Buffer.allocUnsafeSlow(size);
  let at = 0;
  for (const piece of pieces) {
    copy.set(piece, at);
    at += piece.length;
  }
  return copy;
}

/** Shared texts by the hexadecimal form of their digests. */
export type TextsByDigest = ReadonlyMap<string, Uint8Array>;

const NO_TEXTS: TextsByDigest = new Map();
/** Of all calls together. A registration in an organization of 100,000 has 40 MB: with less room, none of its texts would be held. */
const MAX_HELD_BYTES = 128 * 1024 * 1024;
/** Texts that the last answers to a call did not contain are no longer offered. */
const OFFERED_FOR_ANSWERS = 32;
const MAX_CALLS = 10_000;

/** What a caller remembers of the answers to one call of one organization. */
interface Offer {
  answers: number;
  /** The number of the last answer that contained the text, by its digest. */
  readonly lastIn: Map<string, number>;
}

/** The shared texts that a caller has received. A call lists them, and the answer refers to them by digest. */
export class HeldTexts {
  private readonly texts = new LRUCache<string, Uint8Array>({ maxSize: MAX_HELD_BYTES, sizeCalculation: ({ length }) => length });
  private readonly offers = new LRUCache<string, Offer>({ max: MAX_CALLS });

  /** The texts to offer with a call. `call`: the name of the call and the organization. */
  offer(call: string): TextsByDigest {
    const offer = this.offers.get(call);
    if (offer === undefined) return NO_TEXTS;
    const offered = new Map<string, Uint8Array>();
    for (const [digest, lastIn] of offer.lastIn) {
      const text = this.texts.get(digest);
      if (text === undefined || offer.answers - lastIn > OFFERED_FOR_ANSWERS) offer.lastIn.delete(digest);
      else offered.set(digest, text);
    }
    return offered;
  }

  /** Remembers the texts of an answer. */
  received(call: string, texts: TextsByDigest): void {
    if (texts.size === 0) return;
    const offer = this.offers.get(call) ?? { answers: 0, lastIn: new Map() };
    offer.answers += 1;
    for (const [digest, text] of texts) {
      offer.lastIn.set(digest, offer.answers);
      this.texts.set(digest, text);
    }
    this.offers.set(call, offer);
  }
}
