import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { ScratchFolders } from '../scratch-folders.js';
import { ensureDeno } from './ensure-deno.js';

const folders = new ScratchFolders();
afterAll(() => folders.remove());

it('Deno that was installed before is used', async () => {
  const folder = folders.make('deno');
  const path = join(folder, '1.2.3/node_modules/.bin/deno');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '');
  expect(await ensureDeno({ signal: new AbortController().signal, folder, version: '1.2.3' })).toEqual({ path });
});

it('Deno that cannot be installed is missing, with the reason, and nothing stays behind', async () => {
  const folder = folders.make('deno');
  const found = await ensureDeno({ signal: AbortSignal.abort(), folder, version: '1.2.3' });
  expect(found).toEqual({ missingBecause: expect.stringContaining('npm could not install it') });
  expect(await ensureDeno({ signal: AbortSignal.abort(), folder, version: '1.2.3' })).toEqual(found);
});
