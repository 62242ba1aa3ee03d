import { Readable } from 'node:stream';
import type { RawJson } from '@parley/rpc';
import type { FastifyReply } from 'fastify';

/** Larger answers are sent in chunks. */
const MAX_WHOLE_BYTES = 64 * 1024;
/** Smaller pieces are joined with their neighbors up to this size, because each write costs time of its own. */
const MIN_CHUNK_BYTES = 16 * 1024;

/**
 * The body of an answer. The texts that a large answer shares with others are not copied: neither for the request nor while a slow client has not
 * read them.
 */
export function answerBody(answer: RawJson, reply: FastifyReply): Buffer | Readable {
  reply.header('content-type', 'application/json; charset=utf-8');
  if (answer.size <= MAX_WHOLE_BYTES) return answer.toBuffer();
  reply.header('content-length', answer.size);
  return Readable.from(chunksOf(answer.pieces), { objectMode: false });
}

export function* chunksOf(pieces: readonly Uint8Array[]): Generator<Uint8Array> {
  let small: Uint8Array[] = [];
  let size = 0;
  for (const piece of pieces) {
    if (piece.length >= MIN_CHUNK_BYTES && size > 0) {
      yield Buffer.concat(small, size);
      [small, size] = [[], 0];
    }
    if (piece.length >= MIN_CHUNK_BYTES) {
      yield piece;
      continue;
    }
    small.push(piece);
    size += piece.length;
    if (size < MIN_CHUNK_BYTES) continue;
    yield Buffer.concat(small, size);
    [small, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(small, size);
}
