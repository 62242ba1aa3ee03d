import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Machine } from '../stores/installer.js';
import { ensureBrowser, findBrowser } from './ensure-browser.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-browser-'));
  writeFileSync(join(folder, 'chromium'), '');
  writeFileSync(join(folder, 'google-chrome'), '');
  chmodSync(join(folder, 'google-chrome'), 0o755);
});
afterAll(() => rmSync(folder, { recursive: true }));

const locked: Machine = {
  platform: 'linux',
  isRoot: false,
  hasTerminal: true,
  hasFile: (path) => path === '/usr/bin/apt-get',
  succeeds: async (command, args) => `${command} ${args.join(' ')}` === 'sudo --version',
};

describe('a browser for tests', () => {
  it('must be executable', () => {
    expect(findBrowser(['/nowhere', folder])).toBe(join(folder, 'google-chrome'));
    expect(findBrowser(['/nowhere'])).toBeUndefined();
  });

  it('is not installed if there is one', async () => {
    expect(await ensureBrowser(asked, locked, [folder])).toEqual({ path: join(folder, 'google-chrome') });
  });

  it('is not installed if that requires a password, and the reason is reported', async () => {
    expect(await ensureBrowser(asked, locked, ['/nowhere'])).toEqual({ missingBecause: 'this user may install nothing' });
  });
});

const asked = {
  report: () => {
    throw new Error('it installs');
  },
  signal: new AbortController().signal,
};
