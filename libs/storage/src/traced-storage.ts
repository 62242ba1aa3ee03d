import type { Readable } from 'node:stream';
import { runInChildSpan } from '@parley/runtime';
import { type ByteRange, FileStorage } from './file-storage.js';

/**
 * A span for each use of another storage, if the work that uses it is traced. Spans contain no key, because a key is part of the address of a
 * file. The span of a read ends when the storage answers, before the bytes are sent.
 */
export class TracedStorage extends FileStorage {
  /** @param kind begins the names of the spans */
  constructor(
    private readonly kind: 's3' | 'disk',
    private readonly inner: FileStorage,
  ) {
    super();
  }

  write(key: string, content: Readable): Promise<void> {
    return this.traced('write', () => this.inner.write(key, content));
  }

  read(key: string, range?: ByteRange): Promise<Readable | undefined> {
    return this.traced('read', () => this.inner.read(key, range));
  }

  size(key: string): Promise<number | undefined> {
    return this.traced('size', () => this.inner.size(key));
  }

  move(from: string, to: string): Promise<void> {
    return this.traced('move', () => this.inner.move(from, to));
  }

  remove(key: string): Promise<void> {
    return this.traced('remove', () => this.inner.remove(key));
  }

  removeOlder(folder: string, before: Date): Promise<number> {
    return this.traced('remove older', () => this.inner.removeOlder(folder, before));
  }

  removeBelow(folder: string): Promise<void> {
    return this.traced('remove below', () => this.inner.removeBelow(folder));
  }

  close(): void {
    this.inner.close();
  }

  private traced<T>(operation: string, work: () => Promise<T>): Promise<T> {
    return runInChildSpan(`${this.kind} ${operation}`, { kind: 'client' }, work);
  }
}
