import type { Readable } from 'node:stream';

/** Bytes from `start` to `end`, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Where uploaded files are. A key is a path of plain names (`uploads/1/Ab3_x`): made by us, never by a client (storage-key.ts).
 *
 * What must hold of every storage: a file is there as a whole or not at all, whatever dies while it is written; all processes see the same
 * files; removing what is not there is no fault.
 */
export abstract class FileStorage {
  /** Stores what the stream gives until it ends. When it fails, nothing is stored. Never in memory as a whole. */
  abstract write(key: string, content: Readable): Promise<void>;
  /** The bytes of a file, or of a range within it. Undefined: there is no such file. The caller reads the stream or destroys it. */
  abstract read(key: string, range?: ByteRange): Promise<Readable | undefined>;
  /** Bytes. Undefined: there is no such file. */
  abstract size(key: string): Promise<number | undefined>;
  /** A file that is moved again after a crash may be gone already: then nothing happens. */
  abstract move(from: string, to: string): Promise<void>;
  abstract remove(key: string): Promise<void>;
  /** Removes what lies below the folder and was written before `before`; how many files that were. */
  abstract removeOlder(folder: string, before: Date): Promise<number>;
  /** Ends its connections. */
  abstract close(): void;
}
