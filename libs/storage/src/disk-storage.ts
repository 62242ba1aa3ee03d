import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ByteRange, FileStorage } from './file-storage.js';
import { checkedKey } from './storage-key.js';

/** Folder of files that are not complete yet. Its name is not a valid key, so they cannot be read. */
const UNFINISHED = '.unfinished';

/** A folder that all processes share. A file is written to a temporary path, flushed, and renamed. */
export class DiskStorage extends FileStorage {
  constructor(private readonly directory: string) {
    super();
  }

  async write(key: string, content: Readable): Promise<void> {
    const target = this.pathOf(key);
    const unfinished = join(this.directory, UNFINISHED, randomUUID());
    await Promise.all([mkdir(dirname(unfinished), { recursive: true }), mkdir(dirname(target), { recursive: true })]);
    try {
      await pipeline(content, createWriteStream(unfinished, { flags: 'wx', mode: 0o640, flush: true }));
      await rename(unfinished, target);
    } finally {
      await rm(unfinished, { force: true });
    }
  }

  async read(key: string, range?: ByteRange): Promise<Readable | undefined> {
    const file = await ifThere(open(this.pathOf(key), 'r'));
    return file && createReadStream('', { fd: file, ...range });
  }

  async size(key: string): Promise<number | undefined> {
    return (await ifThere(stat(this.pathOf(key))))?.size;
  }

  async move(from: string, to: string): Promise<void> {
    const target = this.pathOf(to);
    await mkdir(dirname(target), { recursive: true });
    await ifThere(rename(this.pathOf(from), target));
  }

  async remove(key: string): Promise<void> {
    await rm(this.pathOf(key), { force: true });
  }

  async removeOlder(folder: string, before: Date): Promise<number> {
    const isOlder = async (path: string): Promise<boolean> => {
      const found = await ifThere(stat(path));
      return found !== undefined && found.mtime < before;
    };
    const removed = await Promise.all([this.pathOf(folder), join(this.directory, UNFINISHED)].map((path) => removeIn(path, isOlder)));
    return removed.reduce((sum, each) => sum + each, 0);
  }

  /** Files of other folders that are being written stay. */
  async removeBelow(folder: string): Promise<void> {
    await removeIn(this.pathOf(folder), () => Promise.resolve(true));
  }

  close(): void {
    // There is no connection to close.
  }

  private pathOf(key: string): string {
    return join(this.directory, checkedKey(key));
  }
}

async function removeIn(directory: string, isMeant: (path: string) => Promise<boolean>): Promise<number> {
  const entries = (await ifThere(readdir(directory, { withFileTypes: true, recursive: true }))) ?? [];
  let removed = 0;
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    if (!(await isMeant(path))) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}

/** Undefined if there is no such file or folder. A key below another file's key does not exist either. */
async function ifThere<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}
