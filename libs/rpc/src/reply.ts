import { headers, type Msg, type MsgHdrs } from '@nats-io/transport-node';
import { ApiError, type ApiErrorShape } from '@parley/contracts';
import { JsonText } from './json-text.js';

/**
 * How answers travel. A success is JSON without headers; an error is the JSON of an ApiErrorShape under the header below. What is larger
 * than one message of the bus may be goes in pieces, numbered from 0, `Parley-Pieces` telling how many there are.
 */
const ERROR = 'Parley-Error';
const PIECE = 'Parley-Piece';
const PIECES = 'Parley-Pieces';
/** Smaller than what a socket reads at once (64 KiB), so that the client of the bus puts few messages together, in small steps. */
const PIECE_BYTES = 32 * 1024;
/** The largest answer there may be: register in an organization of 10,000 takes about 10 MB. */
const MAX_REPLY_BYTES = 64 * 1024 * 1024;

export function sendReply(message: Msg, answer: unknown): void {
  const text = answer instanceof JsonText ? answer : JsonText.of(answer ?? {});
  if (text.size > MAX_REPLY_BYTES) throw new Error(`answer of ${text.size} bytes is over the limit of ${MAX_REPLY_BYTES}`);
  if (text.size <= PIECE_BYTES) {
    message.respond(text.toBuffer());
    return;
  }
  const pieces = messagesOf(text);
  for (const [place, piece] of pieces.entries()) {
    const numbered = headers();
    numbered.set(PIECE, String(place));
    numbered.set(PIECES, String(pieces.length));
    message.respond(piece, { headers: numbered });
  }
}

/** Small pieces together, large ones in parts; one that has about the right size, as it is. */
function messagesOf({ pieces }: JsonText): Uint8Array[] {
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
  return messages.map((parts) => (parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts)));
}

export function sendError(message: Msg, error: ApiError): void {
  const marked = headers();
  marked.set(ERROR, error.code);
  message.respond(Buffer.from(JSON.stringify(error.toShape())), { headers: marked });
}

/** Puts the pieces of one answer together; `add` gives the whole once it is complete. */
export class ReplyAssembly {
  private readonly pieces: Uint8Array[] = [];
  private arrived = 0;

  add(message: Msg): JsonText | undefined {
    const expected = Number(headerOf(message.headers, PIECES) ?? 1);
    if (expected === 1) return new JsonText([message.data]);
    const place = Number(headerOf(message.headers, PIECE));
    if (this.pieces[place] === undefined) this.arrived += 1;
    this.pieces[place] = message.data;
    return this.arrived === expected ? new JsonText(this.pieces) : undefined;
  }
}

export function errorOf(message: Msg): ApiError | undefined {
  if (headerOf(message.headers, ERROR) === undefined) return undefined;
  return new ApiError(JSON.parse(Buffer.from(message.data).toString()) as ApiErrorShape);
}

function headerOf(given: MsgHdrs | undefined, name: string): string | undefined {
  const value = given?.get(name);
  return value === undefined || value === '' ? undefined : value;
}
