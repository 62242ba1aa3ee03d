import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  NotFound,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { type ByteRange, FileStorage } from './file-storage.js';
import { checkedKey } from './storage-key.js';

export interface S3Options {
  readonly bucket: string;
  readonly region: string;
  /** For a store that is not Amazon's: `http://minio:9000`. */
  readonly endpoint?: string | undefined;
  /** Without them, the SDK looks for credentials itself, such as the role of the machine. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
}

const CONNECT_MS = 5_000;
/** Maximum time between two bytes. */
const SILENCE_MS = 30_000;

/** A bucket of Amazon S3 or of a compatible store. A large file is uploaded in parts of 5 MiB and becomes visible after the last one. */
export class S3Storage extends FileStorage {
  private readonly client: S3Client;
  private readonly bucket: string;

  constructor({ bucket, region, endpoint, credentials }: S3Options) {
    super();
    this.bucket = bucket;
    this.client = new S3Client({
      region,
      ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
      ...(credentials === undefined ? {} : { credentials }),
      // Some stores that are not Amazon's do not support the newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENCE_MS },
    });
  }

  async write(key: string, content: Readable): Promise<void> {
    const upload = new Upload({ client: this.client, params: { ...this.at(key), Body: content }, queueSize: 2 });
    const giveUp = () => void upload.abort();
    content.once('error', giveUp);
    try {
      await upload.done();
    } finally {
      content.off('error', giveUp);
    }
  }

  async read(key: string, range?: ByteRange): Promise<Readable | undefined> {
    const bytes = range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` };
    const found = await ifThere(this.client.send(new GetObjectCommand({ ...this.at(key), ...bytes })));
    if (found === undefined) return undefined;
    if (!(found.Body instanceof Readable)) throw new Error('the storage answered without a body');
    return found.Body;
  }

  async size(key: string): Promise<number | undefined> {
    return (await ifThere(this.client.send(new HeadObjectCommand(this.at(key)))))?.ContentLength;
  }

  async move(from: string, to: string): Promise<void> {
    const source = `${this.bucket}/${checkedKey(from)}`;
    const copied = await ifThere(this.client.send(new CopyObjectCommand({ ...this.at(to), CopySource: source })));
    if (copied !== undefined) await this.remove(from);
  }

  async remove(key: string): Promise<void> {
    await this.client.send(new DeleteObjectCommand(this.at(key)));
  }

  removeOlder(folder: string, before: Date): Promise<number> {
    return this.removeIn(folder, (written) => written !== undefined && written < before);
  }

  async removeBelow(folder: string): Promise<void> {
    await this.removeIn(folder, () => true);
  }

  private async removeIn(folder: string, isMeant: (written: Date | undefined) => boolean): Promise<number> {
    let removed = 0;
    let next: string | undefined;
    do {
      const page = await this.client.send(
        new ListObjectsV2Command({ Bucket: this.bucket, Prefix: `${checkedKey(folder)}/`, ContinuationToken: next }),
      );
      for (const { Key, LastModified } of page.Contents ?? []) {
        if (Key === undefined || !isMeant(LastModified)) continue;
        await this.client.send(new DeleteObjectCommand({ Bucket: this.bucket, Key }));
        removed += 1;
      }
      next = page.NextContinuationToken;
    } while (next !== undefined);
    return removed;
  }

  close(): void {
    this.client.destroy();
  }

  private at(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.bucket, Key: checkedKey(key) };
  }
}

async function ifThere<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof NoSuchKey || error instanceof NotFound) return undefined;
    throw error;
  }
}
