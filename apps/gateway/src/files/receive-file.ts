import { randomBytes } from 'node:crypto';
import { PassThrough, type Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { ApiError, apiErrors, type FileRules, INCOMING_FOLDER, type UploadedFile } from '@parley/contracts';
import { CONFIG, METRICS, Runtime } from '@parley/runtime';
import { FileStorage } from '@parley/storage';
import type { GatewayConfig } from '../config.js';
import { multipartParser } from '../http/parse-body.js';
import { fieldsOfPairs, type ParsedBody } from '../http/request-fields.js';

const MEBIBYTE = 1024 * 1024;
/** Limit of one text field that accompanies the file. */
const MAX_FIELD_BYTES = 64 * 1024;
/** A client that sends nothing for this long is considered gone. */
const SILENCE_MS = 30_000;

/**
 * Receives a multipart form with at most one file and streams it to the storage: the whole file is never in memory, and nothing above the size
 * limit is read into the storage. If the form is refused for any reason, nothing stays in the storage. The rest of a refused form is read
 * and discarded, so that the client can read the error.
 */
@Injectable()
export class ReceiveFile {
  private inFlight = 0;
  private readonly uploads;
  private readonly bytes;

  constructor(
    private readonly storage: FileStorage,
    private readonly runtime: Runtime,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {
    this.uploads = runtime.metrics.counter(METRICS.uploads);
    this.bytes = runtime.metrics.counter(METRICS.uploadBytes);
  }

  /** @throws ApiError */
  async execute(contentType: string, form: Readable, rules: FileRules): Promise<ParsedBody> {
    if (this.inFlight >= this.config.MAX_UPLOADS) throw this.counted(apiErrors.unavailable());
    this.inFlight += 1;
    try {
      const received = await this.receive(contentType, form, rules);
      if (received.upload === undefined) return received;
      this.uploads.inc({ outcome: 'stored' });
      this.bytes.inc(received.upload.size);
      return received;
    } catch (error) {
      throw this.counted(this.known(error));
    } finally {
      this.inFlight -= 1;
      form.unpipe();
      form.resume();
    }
  }

  private async receive(contentType: string, form: Readable, rules: FileRules): Promise<ParsedBody> {
    const parser = multipartParser(contentType, { fieldSize: MAX_FIELD_BYTES, files: 2, fileSize: rules.maxMib * MEBIBYTE });
    if (parser === undefined) throw apiErrors.malformedForm();
    const pairs: [string, string][] = [];
    const several = apiErrors[rules.several];
    let storing: Storing | undefined;
    let silence: NodeJS.Timeout | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        silence = setTimeout(() => reject(apiErrors.uploadStalled()), SILENCE_MS);
        parser
          .on('field', (name, value) => pairs.push([name, value]))
          .on('file', (_, content, name) => {
            content.on('error', () => reject(apiErrors.malformedForm()));
            if (storing !== undefined) return reject(several());
            content.on('limit', () => reject(apiErrors.fileTooLarge({ maxMib: rules.maxMib })));
            storing = new Storing(this.storage, content, name ?? '');
            storing.stored.catch(reject);
          })
          .on('fieldsLimit', () => reject(apiErrors.tooManyFields()))
          .on('partsLimit', () => reject(apiErrors.tooManyFields()))
          .on('filesLimit', () => reject(several()))
          .on('error', () => reject(apiErrors.malformedForm()))
          .on('finish', resolve);
        form
          .on('data', () => silence?.refresh())
          .on('error', () => reject(apiErrors.malformedForm()))
          .on('close', () => {
            if (!form.readableEnded) reject(apiErrors.malformedForm());
          })
          .pipe(parser);
      });
      return { fields: fieldsOfPairs(pairs), files: [], upload: await storing?.stored };
    } catch (error) {
      await storing?.undo();
      throw error;
    } finally {
      clearTimeout(silence);
    }
  }

  private counted(error: ApiError): ApiError {
    this.uploads.inc({ outcome: error.code });
    return error;
  }

  /** Errors that are not about the form come from the storage: the client may retry. */
  private known(error: unknown): ApiError {
    if (error instanceof ApiError) return error;
    this.runtime.logger.error({ err: error }, 'failed to store an uploaded file');
    return apiErrors.unavailable();
  }
}

/** One file that is being written to the storage. */
class Storing {
  readonly stored: Promise<UploadedFile>;
  private readonly key = `${INCOMING_FOLDER}/${randomBytes(18).toString('base64url')}`;
  private readonly bytes = new PassThrough();
  private size = 0;

  constructor(
    private readonly storage: FileStorage,
    content: Readable,
    name: string,
  ) {
    content.on('data', (part: Buffer) => {
      this.size += part.length;
    });
    // `stored` reports the error; without a listener it would end the process.
    this.bytes.on('error', () => content.resume());
    content.pipe(this.bytes);
    this.stored = storage.write(this.key, this.bytes).then(() => ({ key: this.key, name, size: this.size }));
  }

  /** Removes what has been stored so far. */
  async undo(): Promise<void> {
    this.bytes.destroy(new Error('the upload was aborted'));
    await Promise.allSettled([this.stored]);
    await this.storage.remove(this.key);
  }
}
