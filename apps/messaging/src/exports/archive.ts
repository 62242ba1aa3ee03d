import { pipeline as join, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';

/** Fast: the text of messages compresses well with any level. */
const GZIP = { level: 3 };
const PRIVATE = 0o600;
const PART_DIGITS = 6;

/** A tar archive that is read while it is written, so it is never whole in memory or on the disk. */
export class Archive {
  readonly stream: Readable;
  private readonly tar = pack();
  /** Rejects when nothing can be written any more, because the reader failed or was stopped. */
  private readonly closed: Promise<never>;

  constructor() {
    const gzip = createGzip(GZIP);
    // An error of either one ends both.
    join(this.tar, gzip, () => undefined);
    this.stream = gzip;
    this.closed = new Promise((_, reject) => {
      gzip.once('close', () => reject(new Error('the archive was closed')));
    });
    this.closed.catch(() => undefined);
  }

  /** Resolves when there is room for more. */
  async addText(name: string, text: string): Promise<void> {
    const written = new Promise<void>((resolve, reject) => {
      this.tar.entry({ name, mode: PRIVATE }, text, (error) => (error ? reject(error) : resolve()));
    });
    await Promise.race([written, this.closed]);
  }

  /** A part of the rows of a table: `messages/000001.jsonl`. */
  addLines(table: string, part: number, lines: readonly string[]): Promise<void> {
    return this.addText(`${table}/${String(part).padStart(PART_DIGITS, '0')}.jsonl`, `${lines.join('\n')}\n`);
  }

  async addFile(name: string, size: number, content: Readable): Promise<void> {
    await Promise.race([pipeline(content, this.tar.entry({ name, size, mode: PRIVATE })), this.closed]);
  }

  finish(): void {
    this.tar.finalize();
  }

  /** Makes the reader of the stream fail. */
  fail(cause: unknown): void {
    this.stream.destroy(cause instanceof Error ? cause : new Error('the archive was not finished'));
  }
}
