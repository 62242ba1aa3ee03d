import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DiskStorage, type FileStorage } from '@parley/storage';

/** A folder for uploaded files of one test file. */
export interface TestFiles {
  readonly storage: FileStorage;
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

export async function testFiles(): Promise<TestFiles> {
  const directory = await mkdtemp(join(tmpdir(), 'parley-files-'));
  return {
    storage: new DiskStorage(directory),
    env: { STORAGE_DIRECTORY: directory },
    close: () => rm(directory, { recursive: true, force: true }),
  };
}
