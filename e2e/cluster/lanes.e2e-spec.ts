import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { readDemo } from '../client/demo.js';
import { eventually } from '../client/eventually.js';
import { closeConnections } from '../client/http.js';
import { KillTargets } from '../client/kill-targets.js';
import { ClusterLoad } from './cluster-load.js';
import { operate } from './joining/command-line.js';
import { summaryInWords } from './ledger.js';

interface ShownLanes {
  readonly lanes: number;
  readonly next: number | null;
  readonly all: readonly { readonly lane: string; readonly queues: number }[];
}

const ORGANIZATION = 'demo';
const PAUSE_MS = 20;
const CALM_MS = 1_000;
/** Deadlines are only for a suite that hangs. */
const DEADLINE_MS = 120_000;
/** Between the command and the kill, so that it meets different steps of the change. */
const DELAYS_MS = [0, 100, 300];

const killTargets = new KillTargets();
afterAll(closeConnections);

/** Repeats the command while no replica answers. */
const setLanes = (lanes: number): Promise<ShownLanes> =>
  eventually(
    () => operate<ShownLanes>('set-lanes', ORGANIZATION, String(lanes)).catch(() => ({ lanes: 0, next: null, all: [] })),
    (shown) => shown.lanes === lanes && shown.next === null,
    { deadlineMs: DEADLINE_MS },
  );

describe('while the number of lanes changes from 1 to 4 to 2 and back, and replicas of event-queue are killed (P1, P2, P3)', () => {
  it('no acknowledged message or change is lost, duplicated, reordered or shown to the wrong users, and no queue ends', async () => {
    const load = new ClusterLoad(readDemo(process.env.PARLEY_DEMO_JSON), PAUSE_MS);
    await load.prepare();
    load.start();
    await delay(CALM_MS);
    const shown: ShownLanes[] = [];
    for (const [index, lanes] of [4, 2, 1].entries()) {
      const changing = setLanes(lanes);
      await delay(DELAYS_MS[index]);
      for (const replica of ['event-queue-1', 'event-queue-2']) {
        await killTargets.kill(replica).isBack;
        await delay(CALM_MS);
      }
      shown.push(await changing);
      await delay(CALM_MS);
    }
    await killTargets.untilAllReady();
    await load.finish(DEADLINE_MS);
    const summary = load.ledger.summary();
    const { lost, duplicated, reordered, leaked, acked, delivered } = summary;
    process.stdout.write(`lanes 1 to 4 to 2 to 1: ${summaryInWords(summary)}; polls repeated ${load.requestsRepeated}\n`);
    expect({ lost, duplicated, reordered, leaked, details: load.ledger.details(), failures: load.failures }).toEqual({
      lost: 0,
      duplicated: 0,
      reordered: 0,
      leaked: 0,
      details: [],
      failures: [],
    });
    expect(acked).toBeGreaterThan(100);
    expect(delivered).toBeGreaterThan(acked);
    expect(shown.map(({ all }) => all.length)).toEqual([4, 2, 1]);
    for (const { all } of shown) expect(all.reduce((sum, { queues }) => sum + queues, 0)).toBeGreaterThan(0);
  }, 420_000);
});
