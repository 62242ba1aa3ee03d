import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Suite } from '../../tools/src/suite/suite.js';
import { readDemo } from '../client/demo.js';
import { eventually } from '../client/eventually.js';
import { ClusterLoad } from './cluster-load.js';
import { operateIn } from './joining/command-line.js';
import { summaryInWords } from './ledger.js';
import { RedisCluster } from './redis/redis-cluster.js';

const MASTERS = 3;
/** Masters that are lost, one after the other: all in `npm run test:faults`. */
const LOST = process.env.PARLEY_FAULT_MINUTES === undefined ? 1 : MASTERS;
const PAUSE_MS = 50;
/** Sends that must be delivered after a replica took over. */
const SENDS = 20;
/** Deadlines are only for a suite that hangs: this one runs beside others, and machines can be slow. */
const DRAIN_MS = 120_000;
const GOES_ON_MS = 120_000;

let redis: RedisCluster;
let suite: Suite;
beforeAll(async () => {
  const directory = join(dirname(dirname(process.env.PARLEY_DEMO_JSON ?? '')), 'redis-cluster');
  redis = await RedisCluster.start(join(directory, 'redis'), MASTERS);
  suite = await Suite.start({ directory, reset: true, replicas: { 'event-queue': 2 }, environment: { QUEUES_REDIS_URL: redis.urls } });
}, 900_000);
afterAll(async () => {
  // `npm test` deletes its folder, and keeps its logs.
  await suite?.stop();
  await redis?.stop();
}, 180_000);

it('an organization gets four lanes under load, then a master of a Redis Cluster is lost: a replica takes over, and nothing is lost, duplicated or reordered', async () => {
  const load = new ClusterLoad(readDemo(suite.demoFile), PAUSE_MS);
  const acknowledged = () => load.ledger.summary().acked;
  await load.prepare();
  load.start();
  // The queues of one organization move to four lanes, which are on different masters.
  const lanes = await operateIn<{ lanes: number }>(dirname(suite.demoFile), 'set-lanes', 'demo', '4');
  expect(lanes).toMatchObject({ lanes: 4, next: null });
  // The queues of the organizations, and the keys for all of them, are on all masters.
  expect(await redis.keys()).toEqual(Array.from({ length: MASTERS }, () => expect.any(Number)));
  for (let round = 0; round < LOST; round += 1) {
    const { keys, restart } = await redis.killBusiest();
    expect(keys).toBeGreaterThan(0);
    const before = acknowledged();
    const goesOn = await eventually(
      async () => acknowledged() - before,
      (sends) => sends >= SENDS,
      { deadlineMs: GOES_ON_MS },
    );
    expect(goesOn).toBeGreaterThanOrEqual(SENDS);
    await restart();
  }
  await load.finish(DRAIN_MS);
  const summary = load.ledger.summary();
  process.stdout.write(`${LOST} of ${MASTERS} Redis masters lost: ${summaryInWords(summary)}\n`);
  const { lost, duplicated, reordered, leaked } = summary;
  expect({ lost, duplicated, reordered, leaked, details: load.ledger.details(), failures: load.failures }).toEqual({
    ...{ lost: 0, duplicated: 0, reordered: 0, leaked: 0 },
    details: [],
    failures: [],
  });
}, 1_200_000);
