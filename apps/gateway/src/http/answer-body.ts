import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { RawJson } from '@parley/rpc';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';

/** Larger answers are sent in chunks, and compressed for clients that accept it. */
const MAX_WHOLE_BYTES = 64 * 1024;
/** Smaller pieces are joined with their neighbors up to this size, because each write costs time of its own. */
const MIN_CHUNK_BYTES = 16 * 1024;

export interface AnswerTarget {
  readonly request: Pick<FastifyRequest, 'headers'>;
  readonly reply: FastifyReply;
  /** 0: answers are not compressed. */
  readonly gzipLevel: number;
}

/**
 * The body of an answer. Texts that several large answers share are not copied, however slowly the client reads.
 */
export function answerBody(answer: RawJson, { request, reply, gzipLevel }: AnswerTarget): Buffer | Readable {
  reply.header('content-type', 'application/json; charset=utf-8');
  if (answer.size <= MAX_WHOLE_BYTES) return answer.toBuffer();
  const chunks = Readable.from(chunksOf(answer.pieces), { objectMode: false });
  if (gzipLevel > 0) {
    reply.header('vary', [reply.getHeader('vary') ?? [], 'accept-encoding'].flat().join(', '));
    if (acceptsGzip(request.headers['accept-encoding'])) {
      reply.header('content-encoding', 'gzip');
      // The client sees that an answer broke off. There is nothing else to do.
      return pipeline(chunks, createGzip({ level: gzipLevel }), () => undefined);
    }
  }
  reply.header('content-length', answer.size);
  return chunks;
}

const withText = z.object({ plain_text: z.string().optional() });

/** The text that is sent instead of the JSON of a success, if the service names one. */
export function plainTextOf(answer: RawJson): string | undefined {
  return withText.parse(JSON.parse(String(answer))).plain_text;
}

/** Clients that do not say what they accept may not be able to decompress. */
function acceptsGzip(accepted: string | string[] | undefined): boolean {
  return typeof accepted === 'string' && negotiate(accepted, ['gzip', 'identity']) === 'gzip';
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
