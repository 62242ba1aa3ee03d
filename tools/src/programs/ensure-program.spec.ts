import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { ScratchFolders } from '../scratch-folders.js';
import type { Machine } from '../stores/installer.js';
import { ensureProgram, PROMTOOL } from './ensure-program.js';

const folders = new ScratchFolders();
afterAll(() => folders.remove());
const options = { report: () => undefined, signal: new AbortController().signal };
const withoutInstaller: Machine = {
  platform: 'linux',
  isRoot: false,
  hasTerminal: false,
  hasFile: () => false,
  succeeds: async () => false,
};

describe('a program that only some tests need', () => {
  it('is found in the folders', async () => {
    const folder = folders.make('programs');
    const path = join(folder, 'promtool');
    writeFileSync(path, '');
    chmodSync(path, 0o755);
    expect(await ensureProgram(PROMTOOL, options, withoutInstaller, ['/nowhere', folder])).toEqual({ path });
  });

  it('is missing, with the reason, where nothing can be installed', async () => {
    expect(await ensureProgram(PROMTOOL, options, withoutInstaller, ['/nowhere'])).toEqual({
      missingBecause: 'this user may install nothing',
    });
  });
});
