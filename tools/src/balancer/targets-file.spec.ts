import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { ScratchFolders } from '../scratch-folders.js';
import { waitUntil } from '../supervise/wait-until.js';
import type { BalancerTarget } from './balancer.js';
import { followTargets, writeTargets } from './targets-file.js';

const folders = new ScratchFolders();
afterAll(() => folders.remove());

const target = (port: number): BalancerTarget => ({ host: '127.0.0.1', port, readyUrl: `http://127.0.0.1:${port}/health/ready` });

it('the balancer follows changes of the targets, and keeps the last ones while the file is broken', async () => {
  const path = join(folders.make('targets'), 'balancer.json');
  writeTargets(path, [target(1)]);
  const heard: number[][] = [];
  const following = followTargets(path, 5, (targets) => heard.push(targets.map(({ port }) => port)));
  try {
    writeTargets(path, [target(1), target(2)]);
    expect(await waitUntil(() => heard.length === 1, 10_000)).toBe(true);
    writeFileSync(path, '[{"host"');
    writeTargets(path, [target(2)]);
    expect(await waitUntil(() => heard.length === 2, 10_000)).toBe(true);
    expect(heard).toEqual([[1, 2], [2]]);
  } finally {
    clearInterval(following);
  }
});
