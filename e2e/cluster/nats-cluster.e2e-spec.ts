import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Suite } from '../../tools/src/suite/suite.js';
import { organizationOf, readDemo } from '../client/demo.js';
import { eventually } from '../client/eventually.js';
import { ClusterLoad } from './cluster-load.js';
import { summaryInWords } from './ledger.js';
import { NatsCluster } from './nats/nats-cluster.js';

const SERVERS = 3;
const PAUSE_MS = 50;
/** Sends that must be acknowledged while a server is away. */
const SENDS = 20;
/** Deadlines are only for a suite that hangs: this one runs beside others, and machines can be slow. */
const DRAIN_MS = 120_000;
const GOES_ON_MS = 120_000;

let nats: NatsCluster;
let suite: Suite;
beforeAll(async () => {
  const directory = join(dirname(dirname(process.env.PARLEY_DEMO_JSON ?? '')), 'nats-cluster');
  nats = await NatsCluster.start(join(directory, 'nats'), SERVERS);
  const replicas = { gateway: 2, 'event-queue': 2, messaging: 2 };
  suite = await Suite.start({ directory, reset: true, replicas, givenStores: { nats: nats.url } });
}, 900_000);
afterAll(async () => {
  // `npm test` deletes its folder, and keeps its logs.
  await suite?.stop();
  await nats?.stop();
}, 180_000);

it('each of three NATS servers is lost under load: requests go on with the other two, and nothing is lost, duplicated or reordered', async () => {
  const demo = readDemo(suite.demoFile);
  const load = new ClusterLoad({ ...demo, organizations: [organizationOf(demo, 'other')] }, PAUSE_MS);
  const acknowledged = () => load.ledger.summary().acked;
  await load.prepare();
  load.start();
  for (let round = 0; round < SERVERS; round += 1) {
    const { server, clients } = await nats.killBusiest();
    expect(clients).toBeGreaterThan(0);
    const before = acknowledged();
    const goesOn = await eventually(
      async () => acknowledged() - before,
      (sends) => sends >= SENDS,
      { deadlineMs: GOES_ON_MS },
    );
    expect(goesOn).toBeGreaterThanOrEqual(SENDS);
    await nats.restart(server);
  }
  await load.finish(DRAIN_MS);
  const summary = load.ledger.summary();
  process.stdout.write(`a NATS server of ${SERVERS} lost: ${summaryInWords(summary)}\n`);
  const { lost, duplicated, reordered, leaked } = summary;
  expect({ lost, duplicated, reordered, leaked, details: load.ledger.details(), failures: load.failures }).toEqual({
    ...{ lost: 0, duplicated: 0, reordered: 0, leaked: 0 },
    details: [],
    failures: [],
  });
}, 1_200_000);
