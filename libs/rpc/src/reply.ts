import { headers, type Msg, type MsgHdrs } from '@nats-io/transport-node';
import { ApiError, type ApiErrorShape } from '@parley/contracts';

/**
 * How answers travel. A success is JSON without headers; an error is the JSON of an ApiErrorShape under the header below. What is larger
 * than one message of the bus may be goes in pieces, numbered from 0, `Parley-Pieces` telling how many there are.
 */
const ERROR = 'Parley-Error';
const PIECE = 'Parley-Piece';
const PIECES = 'Parley-Pieces';
const PIECE_BYTES = 512 * 1024;
/** The largest answer there may be: register in an organization of 10,000 takes about 10 MB. */
const MAX_REPLY_BYTES = 64 * 1024 * 1024;

export function sendReply(message: Msg, answer: unknown): void {
  const bytes = Buffer.from(JSON.stringify(answer ?? {}));
  if (bytes.length > MAX_REPLY_BYTES) throw new Error(`answer of ${bytes.length} bytes is over the limit of ${MAX_REPLY_BYTES}`);
  if (bytes.length <= PIECE_BYTES) {
    message.respond(bytes);
    return;
  }
  const pieces = Math.ceil(bytes.length / PIECE_BYTES);
  for (let piece = 0; piece < pieces; piece += 1) {
    const numbered = headers();
    numbered.set(PIECE, String(piece));
    numbered.set(PIECES, String(pieces));
    message.respond(bytes.subarray(piece * PIECE_BYTES, (piece + 1) * PIECE_BYTES), { headers: numbered });
  }
}

export function sendError(message: Msg, error: ApiError): void {
  const marked = headers();
  marked.set(ERROR, error.code);
  message.respond(Buffer.from(JSON.stringify(error.toShape())), { headers: marked });
}

/** Puts the pieces of one answer together; `add` gives the whole once it is complete. */
export class ReplyAssembly {
  private readonly pieces: Uint8Array[] = [];

  add(message: Msg): Uint8Array | undefined {
    const expected = Number(headerOf(message.headers, PIECES) ?? 1);
    if (expected === 1) return message.data;
    this.pieces[Number(headerOf(message.headers, PIECE))] = message.data;
    const arrived = this.pieces.filter((piece) => piece !== undefined).length;
    return arrived === expected ? Buffer.concat(this.pieces) : undefined;
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
