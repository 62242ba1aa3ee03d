import { existsSync, utimesSync, writeFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { withLock } from '../lock.mjs';
import { ScratchFolders } from './scratch-folders.js';

const folders = new ScratchFolders();
let path: string;
beforeEach(() => {
  path = join(folders.make('lock'), 'test.lock');
});
afterAll(() => folders.remove());

describe('the lock between processes', () => {
  it('admits one process at a time, and reports the holder to the other', async () => {
    const order: string[] = [];
    let onWait = (_pid: number): void => undefined;
    const waitedFor = new Promise<number>((resolve) => {
      onWait = resolve;
    });
    const first = withLock(path, {}, async () => {
      order.push('first begins');
      await waitedFor;
      order.push('first ends');
    });
    await withLock(path, { onWait }, async () => void order.push('second'));
    await first;
    expect(order).toEqual(['first begins', 'first ends', 'second']);
    expect(await waitedFor).toBe(process.pid);
  });

  it('is released if the work fails', async () => {
    await expect(withLock(path, {}, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(existsSync(path)).toBe(false);
  });

  it('is taken over from a dead holder', async () => {
    writeFileSync(path, '999999999');
    expect(await withLock(path, {}, () => 'mine')).toBe('mine');
  });

  it('is taken over from before the last boot, even if another program has the pid now', async () => {
    writeFileSync(path, String(process.ppid));
    const beforeBoot = Date.now() / 1000 - uptime() - 60;
    utimesSync(path, beforeBoot, beforeBoot);
    expect(await withLock(path, {}, () => 'mine')).toBe('mine');
  });
});
