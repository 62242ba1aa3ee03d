import type { ApiError } from '@parley/contracts';
import { RawJson } from './raw-json.js';
import type { Seals } from './seals.js';
import { type Part, piecesOf, segmentsOf } from './segments.js';
import { digestOf, type TextsByDigest } from './shared-texts.js';

/**
 * The wire format of answers: kind (1 byte), index of the piece (4), number of pieces (4), text. Each piece is sealed and bound to its call. A
 * success is JSON, an error the JSON of an ApiErrorShape. An answer of more than 32 KiB is sent in several messages.
 */
const SUCCESS = 0;
const ERROR = 1;
/** A success whose text is a sequence of segments (segments.ts). */
const SEGMENTS = 2;
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

  /**
   * The messages of an answer to the call with this id. `held`: the digests of the shared texts that the caller has. Undefined if it remembers none.
   * @throws Error if the answer is too large
   */
  *ofAnswer(callId: string, answer: unknown, held?: ReadonlySet<string>): Generator<Uint8Array> {
    const text = answer instanceof RawJson ? answer : RawJson.of(answer ?? {});
    if (text.size > MAX_REPLY_BYTES) throw new Error(`answer of ${text.size} bytes is over the limit of ${MAX_REPLY_BYTES}`);
    const sharesTexts = held !== undefined && text.pieces.some((piece) => digestOf(piece) !== undefined);
    const kind = sharesTexts ? SEGMENTS : SUCCESS;
    const messages = sharesTexts ? combined(segmentsOf(text.pieces, held, PIECE_BYTES)) : messagesOf(text);
    for (const [place, parts] of messages.entries()) yield this.write(callId, { kind, place, count: messages.length }, parts);
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

/** Combines small segments. A shared text is not divided. */
function combined(segments: Iterable<Part>): Uint8Array[][] {
  const messages: Uint8Array[][] = [];
  let room = 0;
  for (const { bytes, size } of segments) {
    if (size > room) {
      messages.push([]);
      room = PIECE_BYTES;
    }
    messages.at(-1)?.push(...bytes);
    room -= size;
  }
  return messages;
}

/** Combines small pieces and divides large ones. */
function messagesOf({ pieces, size }: RawJson): readonly (readonly Uint8Array[])[] {
  if (size <= PIECE_BYTES) return [pieces];
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
  private readonly messages: (readonly Uint8Array[])[] = [];
  private readonly shared = new Map<string, Uint8Array>();
  private arrived = 0;

  /** `held`: the shared texts that were offered with the call. */
  constructor(
    private readonly seals: Seals,
    private readonly callId: string,
    private readonly held: TextsByDigest = new Map(),
  ) {}

  /** The shared texts of the answer, by digest. */
  get sharedTexts(): TextsByDigest {
    return this.shared;
  }

  /**
   * The whole answer once it is complete. `stranger`: the bytes were not sealed by this installation for this call, or refer to a text that was not
   * offered.
   */
  add(bytes: Uint8Array): Answer | 'incomplete' | 'stranger' {
    const text = this.seals.open(boundTo(this.callId), bytes)?.text;
    if (text === undefined) return 'stranger';
    const content = text.subarray(HEAD_BYTES);
    const kind = text.readUInt8();
    if (kind === ERROR) return { kind: 'error', text: new RawJson([content]) };
    const pieces = kind === SEGMENTS ? piecesOf(content, this.held, this.shared) : [content];
    if (pieces === undefined) return 'stranger';
    const count = text.readUInt32BE(COUNT_AT);
    if (count === 1) return { kind: 'answer', text: new RawJson(pieces) };
    const place = text.readUInt32BE(PLACE_AT);
    if (this.messages[place] === undefined) this.arrived += 1;
    this.messages[place] = pieces;
    return this.arrived === count ? { kind: 'answer', text: new RawJson(this.messages.flat()) } : 'incomplete';
  }
}

function boundTo(callId: string): string {
  return `answer\n${callId}`;
}
