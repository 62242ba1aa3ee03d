import type { ApiError } from '@parley/contracts';
import { RawJson } from './raw-json.js';
import type { Seals } from './seals.js';

/**
 * The wire format of answers: kind (1 byte), index of the piece (4), number of pieces (4), text. Each piece is sealed and bound to its call. A
 * success is JSON, an error the JSON of an ApiErrorShape. An answer that is larger than a message of the bus may be is sent in pieces.
 */
const SUCCESS = 0;
const ERROR = 1;
const PLACE_AT = 1;
const COUNT_AT = 5;
const HEAD_BYTES = 9;
/** Smaller than one read of a socket (64 KiB), so that the NATS client reassembles few messages, in small steps. */
const PIECE_BYTES = 32 * 1024;
/** The largest answer allowed. The one of register takes about 10 MB in an organization of 10,000. */
const MAX_REPLY_BYTES = 64 * 1024 * 1024;

/** The text of an answer is not parsed here, because some callers only pass it on. */
export type Answer = { readonly kind: 'answer'; readonly text: RawJson } | { readonly kind: 'error'; readonly text: RawJson };

/** Writes the answers of one process. */
export class Replies {
  constructor(private readonly seals: Seals) {}

  /** The messages of an answer to the call with this id. @throws Error if it is too large */
  *ofAnswer(callId: string, answer: unknown): Generator<Uint8Array> {
    const text = answer instanceof RawJson ? answer : RawJson.of(answer ?? {});
    if (text.size > MAX_REPLY_BYTES) throw new Error(`answer of ${text.size} bytes is over the limit of ${MAX_REPLY_BYTES}`);
    const messages = text.size <= PIECE_BYTES ? [text.pieces] : messagesOf(text);
    for (const [place, parts] of messages.entries()) yield this.write(callId, { kind: SUCCESS, place, count: messages.length }, parts);
  }

  ofError(callId: string, error: ApiError): Uint8Array {
    return this.write(callId, { kind: ERROR, place: 0, count: 1 }, [Buffer.from(JSON.stringify(error.toShape()))]);
  }

  private write(callId: string, { kind, place, count }: PieceHead, parts: readonly Uint8Array[]): Uint8Array {
    const head = Buffer.alloc(HEAD_BYTES);
    head.writeUInt8(kind);
    head.writeUInt32BE(place, PLACE_AT);
    head.writeUInt32BE(count, COUNT_AT);
    return this.seals.seal(boundTo(callId), [head, ...parts]).bytes;
  }
}

interface PieceHead {
  readonly kind: number;
  readonly place: number;
  readonly count: number;
}

/** Combines small pieces and divides large ones. */
function messagesOf({ pieces }: RawJson): Uint8Array[][] {
  const messages: Uint8Array[][] = [];
  let room = 0;
  for (const piece of pieces) {
    for (let from = 0; from < piece.length; from += PIECE_BYTES) {
      const part = piece.subarray(from, from + PIECE_BYTES);
      if (part.length > room) {
        messages.push([]);
        room = PIECE_BYTES;
      }
      messages.at(-1)?.push(part);
      room -= part.length;
    }
  }
  return messages;
}

/** Joins the pieces of one answer. */
export class ReplyAssembly {
  private readonly pieces: Uint8Array[] = [];
  private arrived = 0;

  constructor(
    private readonly seals: Seals,
    private readonly callId: string,
  ) {}

  /** The whole answer once it is complete. `stranger`: the bytes were not sealed by this installation for this call. */
  add(bytes: Uint8Array): Answer | 'incomplete' | 'stranger' {
    const text = this.seals.open(boundTo(this.callId), bytes)?.text;
    if (text === undefined) return 'stranger';
    const piece = text.subarray(HEAD_BYTES);
    if (text.readUInt8() === ERROR) return { kind: 'error', text: new RawJson([piece]) };
    const count = text.readUInt32BE(COUNT_AT);
    if (count === 1) return { kind: 'answer', text: new RawJson([piece]) };
    const place = text.readUInt32BE(PLACE_AT);
    if (this.pieces[place] === undefined) this.arrived += 1;
    this.pieces[place] = piece;
    return this.arrived === count ? { kind: 'answer', text: new RawJson(this.pieces) } : 'incomplete';
  }
}

function boundTo(callId: string): string {
  return `answer\n${callId}`;
}
