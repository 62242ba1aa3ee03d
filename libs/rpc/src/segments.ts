import { DIGEST_BYTES, digestOf, share, type TextsByDigest, unpooled } from './shared-texts.js';

/**
 * The text of an answer that contains shared texts, as a sequence of segments: kind (1 byte), size (4), content. A segment is some bytes, a shared
 * text after its digest, or the digest of a shared text that the caller has.
 */
const PLAIN = 0;
const SHARED = 1;
const HELD = 2;
const HEAD_BYTES = 5;

/** A segment as it is sent. */
export interface Part {
  readonly bytes: readonly Uint8Array[];
  readonly size: number;
}

/** Divides pieces of an answer into segments. `held`: the digests of the texts that the caller has, in hexadecimal form. */
export function* segmentsOf(pieces: readonly Uint8Array[], held: ReadonlySet<string>, maxPlain: number): Generator<Part> {
  let plain: Uint8Array[] = [];
  let size = 0;
  const flush = () => {
    const segment = segmentOf(PLAIN, size, plain);
    plain = [];
    size = 0;
    return segment;
  };
  for (const piece of pieces) {
    const digest = digestOf(piece);
    if (digest !== undefined) {
      if (size > 0) yield flush();
      yield held.has(digest.toString('hex'))
        ? segmentOf(HELD, DIGEST_BYTES, [digest])
        : segmentOf(SHARED, DIGEST_BYTES + piece.length, [digest, piece]);
      continue;
    }
    for (let from = 0; from < piece.length; ) {
      const part = piece.subarray(from, from + maxPlain - size);
      plain.push(part);
      size += part.length;
      from += part.length;
      if (size === maxPlain) yield flush();
    }
  }
  if (size > 0) yield flush();
}

function segmentOf(kind: number, size: number, content: readonly Uint8Array[]): Part {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt8(kind);
  head.writeUInt32BE(size, 1);
  return { bytes: [head, ...content], size: HEAD_BYTES + size };
}

/** Returns the pieces of the segments in a message. Collects the shared texts in `shared`. Undefined if the caller lacks a text. */
export function piecesOf(message: Buffer, held: TextsByDigest, shared: Map<string, Uint8Array>): Uint8Array[] | undefined {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < message.length; ) {
    const kind = message.readUInt8(at);
    const from = at + HEAD_BYTES;
    at = from + message.readUInt32BE(at + 1);
    if (kind === PLAIN) {
      pieces.push(message.subarray(from, at));
      continue;
    }
    const digest = message.subarray(from, from + DIGEST_BYTES);
    const name = digest.toString('hex');
    // A copy, because the message may contain much else, and the text is kept for long.
    const text = kind === HELD ? held.get(name) : unpooled([message.subarray(from + DIGEST_BYTES, at)], at - from - DIGEST_BYTES);
    if (text === undefined) return undefined;
    share(text, Buffer.from(digest));
    shared.set(name, text);
    pieces.push(text);
  }
  return pieces;
}
