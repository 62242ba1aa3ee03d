import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { ScratchFolders } from '../scratch-folders.js';
import { type Behaviour, fixturePlan } from './fixtures/fixture-plan.js';
import { identityOf } from './process-identity.js';
import type { ProcessPlan } from './process-plan.js';
import { SupervisedProcess } from './supervised-process.js';

const started: SupervisedProcess[] = [];
const folders = new ScratchFolders();

async function supervise(behaviour: Behaviour = 'steady', changes: Partial<ProcessPlan> = {}): Promise<SupervisedProcess> {
  const supervised = new SupervisedProcess(await fixturePlan(folders.make('fixture'), behaviour, changes));
  started.push(supervised);
  return supervised;
}

async function answeringPid({ plan }: SupervisedProcess): Promise<number> {
  return Number(await (await fetch(plan.url, { headers: { connection: 'close' } })).text());
}

afterEach(async () => {
  await Promise.all(started.splice(0).map((supervised) => supervised.stop()));
});
afterAll(() => folders.remove());

describe('a supervised process', () => {
  it('is ready once start has resolved', async () => {
    const supervised = await supervise();
    await supervised.start();
    expect(await answeringPid(supervised)).toBe(supervised.pid);
  });

  it('is restarted after each kill -9', async () => {
    const supervised = await supervise();
    await supervised.start();
    const pids = [await answeringPid(supervised)];
    for (const _ of [1, 2, 3, 4]) {
      await supervised.kill();
      await supervised.untilReady(20_000);
      pids.push(await answeringPid(supervised));
    }
    expect(new Set(pids).size).toBe(5);
  });

  it('leaves no process and is not restarted after a stop', async () => {
    const supervised = await supervise();
    await supervised.start();
    const pid = await answeringPid(supervised);
    await supervised.kill();
    await supervised.stop();
    expect(supervised.pid).toBeUndefined();
    expect(identityOf(pid)).toBeUndefined();
    await expect(supervised.untilReady(1_000)).rejects.toThrow('was stopped');
  });

  it('is killed if it does not end within its deadline', async () => {
    const supervised = await supervise('stubborn', { stopDeadlineMs: 200 });
    await supervised.start();
    const pid = await answeringPid(supervised);
    await supervised.stop();
    expect(identityOf(pid)).toBeUndefined();
  });

  it('that cannot start is given up after three attempts, with the end of its log', async () => {
    const supervised = await supervise('cannot-start');
    await expect(supervised.start()).rejects.toThrow(/^fixture-1 did not start: Error: CALLER_SECRET is not set \(log: /);
    expect(supervised.pid).toBeUndefined();
  });

  it('that failed because of a full disk reports that', async () => {
    const supervised = await supervise('disk-full');
    await expect(supervised.start()).rejects.toThrow(/^The disk that holds .* is full: free some space/);
  });

  it('whose program does not exist is given up', async () => {
    const supervised = await supervise('steady', { command: '/nowhere/redis-server' });
    await expect(supervised.start()).rejects.toThrow(/^fixture-1 did not start/);
  });

  it('that is stopped during its start is given up at once', async () => {
    const supervised = await supervise('steady', { readyUrl: 'http://127.0.0.1:1/never' });
    const starting = expect(supervised.start()).rejects.toThrow('fixture-1 was stopped while it was starting.');
    await supervised.stop();
    await starting;
  });
});
