import { pipeline as join, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';

/** Fast: the text of messages compresses well with any level. */
const GZIP = { level: 3 };
const PRIVATE = 0o600;
const PART_DIGITS = 6;

interface Table {
  parts: number;
  rows: number;
}

/** A tar archive that is read while it is written, so it is never whole in memory or on the disk. */
export class Archive {
  readonly stream: Readable;
  private readonly tar = pack();
  private readonly tables = new Map<string, Table>();
  /** The reader has failed or was stopped, so nothing can be written any more. */
  private isClosed = false;
  /** Ends the write that waits. One promise for the whole archive would keep what each of 250,000 writes waits with. */
  private giveUp: ((reason: Error) => void) | undefined;

  constructor() {
    const gzip = createGzip(GZIP);
    // An error of either one ends both.
    join(this.tar, gzip, () => undefined);
    this.stream = gzip;
    gzip.once('close', () => {
      this.isClosed = true;
      this.giveUp?.(closedError());
    });
  }

  /** Resolves when there is room for more. One write at a time. */
  async addText(name: string, text: string): Promise<void> {
    const written = new Promise<void>((resolve, reject) => {
      this.tar.entry({ name, mode: PRIVATE }, text, (error) => (error ? reject(error) : resolve()));
    });
    await this.whileOpen(written);
  }

  /** The next rows of a table, as its next part: `messages/000001.jsonl`. Without rows there is no part. */
  async addLines(name: string, lines: readonly string[]): Promise<void> {
    const table = this.tables.get(name) ?? { parts: 0, rows: 0 };
    this.tables.set(name, table);
    table.rows += lines.length;
    if (lines.length === 0) return;
    table.parts += 1;
    await this.addText(`${name}/${String(table.parts).padStart(PART_DIGITS, '0')}.jsonl`, `${lines.join('\n')}\n`);
  }

  /** The number of rows of each table. */
  get rows(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.tables].map(([name, { rows }]) => [name, rows]));
  }

  async addFile(name: string, size: number, content: Readable): Promise<void> {
    await this.whileOpen(pipeline(content, this.tar.entry({ name, size, mode: PRIVATE })));
  }

  /** Fails when the archive is closed, even if the write never ends. */
  private whileOpen(written: Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      this.giveUp = reject;
      written.then(resolve, reject);
      if (this.isClosed) reject(closedError());
    });
  }

  finish(): void {
    this.tar.finalize();
  }

  /** Makes the reader of the stream fail. */
  fail(cause: unknown): void {
    this.stream.destroy(cause instanceof Error ? cause : new Error('the archive was not finished'));
  }
}

function closedError(): Error {
  return new Error('the archive was closed');
}
