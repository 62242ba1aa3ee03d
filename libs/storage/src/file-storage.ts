import type { Readable } from 'node:stream';

/** Bytes from `start` to `end`, inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The storage of uploaded files. A key is a path of plain names (`uploads/1/Ab3_x`), made by Parley, never by a client (storage-key.ts).
 *
 * Requirements for every implementation: a file exists completely or not at all, even after a crash during a write; all processes see the same
 * files; removing a file that does not exist is not an error.
 */
export abstract class FileStorage {
  /** Stores the content of the stream. If the stream fails, nothing is stored. Never buffers the whole file in memory. */
  abstract write(key: string, content: Readable): Promise<void>;
  /** The bytes of a file, or of a range of it. Undefined if there is no such file. The caller must read or destroy the stream. */
  abstract read(key: string, range?: ByteRange): Promise<Readable | undefined>;
  /** Size in bytes. Undefined if there is no such file. */
  abstract size(key: string): Promise<number | undefined>;
  /** Does nothing if the source does not exist, because a move may be repeated after a crash. */
  abstract move(from: string, to: string): Promise<void>;
  abstract remove(key: string): Promise<void>;
  /** Removes all files below the folder that were written before `before`. Returns their number. */
  abstract removeOlder(folder: string, before: Date): Promise<number>;
  /** Removes all files below the folder that are there when it begins. */
  abstract removeBelow(folder: string): Promise<void>;
  /** Closes its connections. */
  abstract close(): void;
}
