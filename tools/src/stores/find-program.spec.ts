import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { ScratchFolders } from '../scratch-folders.js';
import { findProgram, majorVersionIn } from './find-program.js';
import { storePrograms } from './store-programs.js';

const folders = new ScratchFolders();
afterAll(() => folders.remove());

function folderWith(binary: string, says: string, folder = folders.make('bin')): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, binary);
  writeFileSync(path, `#!/bin/sh\necho '${says}'\n`);
  chmodSync(path, 0o755);
  return folder;
}

describe('the major version', () => {
  it.each([
    ['postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)', 15],
    ['Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.2.1 bits=64 build=d7d52ddea44dd0a1', 7],
    ['nats-server: v2.9.10', 2],
    ['postgres (PostgreSQL) 18beta1', undefined],
    ['', undefined],
  ])('in "%s" is %p', (output, major) => {
    expect(majorVersionIn(output)).toBe(major);
  });
});

describe('finding a program', () => {
  const program = { ...storePrograms.redis, folders: [] };

  it('returns the newest that is new enough', async () => {
    const [old, recent, newest] = ['6.2.1', '7.0.15', '8.2.0'].map((version) =>
      folderWith('redis-server', `Redis server v=${version} sha=0`),
    );
    const search = await findProgram(program, [old, recent, newest].join(':'));
    expect(search).toEqual({ found: { path: `${newest}/redis-server`, major: 8 }, tooOld: [6] });
  });

  it('reports those that are too old', async () => {
    expect(await findProgram(program, folderWith('redis-server', 'Redis server v=6.0.16 sha=0'))).toEqual({
      found: undefined,
      tooOld: [6],
    });
  });

  it('searches the versioned folders of packages', async () => {
    const parent = folders.make('lib');
    folderWith('postgres', 'postgres (PostgreSQL) 15.2', join(parent, '15/bin'));
    folderWith('postgres', 'postgres (PostgreSQL) 17.1', join(parent, '17/bin'));
    const { found } = await findProgram({ ...storePrograms.postgres, folders: [`${parent}/*/bin`] }, '');
    expect(found).toEqual({ path: `${parent}/17/bin/postgres`, major: 17 });
  });
});
