import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { HttpStatus, Injectable } from '@nestjs/common';
import { apiErrors } from '@parley/contracts';
import { type ByteRange, FileStorage } from '@parley/storage';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { requestedRange } from './byte-range.js';
import { deliveryOf } from './content-types.js';

export interface SentFile {
  /** The storage key. The content of a key never changes. */
  readonly key: string;
  readonly name: string;
  readonly size: number;
  readonly cacheControl: string;
}

/** Defence in depth: a file shown in a browser can load nothing and run nothing. */
const CONTENT_SECURITY_POLICY = "default-src 'none'; img-src 'self'; media-src 'self'; object-src 'self'; style-src 'unsafe-inline'";
/** A client that reads nothing for this long is considered gone. */
const SILENCE_MS = 60_000;

/** Streams a file from the storage, or the requested range of it. */
@Injectable()
export class SendFile {
  constructor(private readonly storage: FileStorage) {}

  async execute(request: FastifyRequest, reply: FastifyReply, file: SentFile): Promise<FastifyReply> {
    const { contentType, disposition } = deliveryOf(file.name);
    const headers = {
      'content-type': contentType,
      'content-disposition': contentDisposition(file.name, { type: disposition }),
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'x-content-type-options': 'nosniff',
      'cache-control': file.cacheControl,
      'accept-ranges': 'bytes',
      etag: `"${createHash('sha256').update(file.key).digest('base64url')}"`,
    };
    if (request.headers['if-none-match'] === headers.etag) return reply.headers(headers).code(HttpStatus.NOT_MODIFIED).send();
    const range = requestedRange(request.headers.range, file.size);
    if (range === null) {
      return reply.code(HttpStatus.REQUESTED_RANGE_NOT_SATISFIABLE).header('content-range', `bytes */${file.size}`).send();
    }
    // For no body, Fastify would set content-length to 0.
    const content = request.method === 'HEAD' ? Readable.from([]) : await this.contentOf(file, range);
    reply.headers(headers).header('content-length', range === undefined ? file.size : range.end - range.start + 1);
    if (range !== undefined) {
      reply.code(HttpStatus.PARTIAL_CONTENT).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
    }
    reply.raw.setTimeout(SILENCE_MS, () => reply.raw.destroy());
    return reply.send(content);
  }

  private async contentOf({ key }: SentFile, range: ByteRange | undefined): Promise<Readable> {
    const content = await this.storage.read(key, range);
    if (content === undefined) throw apiErrors.notFound();
    return content;
  }
}
