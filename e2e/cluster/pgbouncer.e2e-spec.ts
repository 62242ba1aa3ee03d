import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { connectToDatabase } from '@parley/testing';
import { Suite } from '../../tools/src/suite/suite.js';
import { readDemo } from '../client/demo.js';
import { eventually } from '../client/eventually.js';
import { ClusterLoad } from './cluster-load.js';
import { summaryInWords } from './ledger.js';

const program = process.env.PARLEY_TEST_PGBOUNCER ?? '';
const KILLS = 2;
const PAUSE_MS = 50;
/** Sends that must be acknowledged after each restart. */
const SENDS = 20;
/** Deadlines are only for a suite that hangs: this one runs beside others, and machines can be slow. */
const DRAIN_MS = 120_000;
const GOES_ON_MS = 120_000;

let suite: Suite | undefined;
beforeAll(async () => {
  if (program === '') return;
  const directory = join(dirname(dirname(process.env.PARLEY_DEMO_JSON ?? '')), 'pgbouncer');
  suite = await Suite.start({ directory, reset: true, pooler: program, replicas: { 'event-queue': 2, messaging: 2 } });
}, 900_000);
afterAll(async () => {
  // `npm test` deletes its folder, and keeps its logs.
  await suite?.stop();
}, 180_000);

/** Local ports of the connections to PostgreSQL, as PgBouncer and as PostgreSQL see them. */
async function connections({ instances, databaseUrl }: Suite) {
  const ofPooler = await connectToDatabase(instances.find(({ service }) => service === 'pgbouncer')?.readyUrl ?? '');
  const ofServer = await connectToDatabase(databaseUrl);
  try {
    const seen = await ofServer.query<{ port: number }>(`SELECT client_port AS port FROM pg_stat_activity WHERE usename LIKE 'parley\\_%'`);
    const servers = await ofPooler.query<{ local_port: number }>('SHOW SERVERS');
    const clients = await ofPooler.query('SHOW CLIENTS');
    return { pooled: servers.rows.map((row) => row.local_port), seen: seen.rows.map(({ port }) => port), clients: clients.rows.length };
  } finally {
    await Promise.all([ofPooler.end(), ofServer.end()]);
  }
}

// `npm test` installs PgBouncer, and says in its summary if it cannot.
if (program === '') it('nothing is tested behind PgBouncer, because there is none', () => expect(program).toBe(''));
else
  it(
    'all services reach PostgreSQL through PgBouncer, which is killed under load: nothing is lost, duplicated or reordered',
    killUnderLoad,
    1_200_000,
  );

async function killUnderLoad(): Promise<void> {
  if (suite === undefined) throw new Error('the suite does not run');
  const running = suite;
  const load = new ClusterLoad(readDemo(running.demoFile), PAUSE_MS);
  const acknowledged = () => load.ledger.summary().acked;
  await load.prepare();
  load.start();
  for (let round = 0; round < KILLS; round += 1) {
    const goesOn = async () => {
      const before = acknowledged();
      return eventually(
        async () => acknowledged() - before,
        (sends) => sends >= SENDS,
        { deadlineMs: GOES_ON_MS },
      );
    };
    expect(await goesOn()).toBeGreaterThanOrEqual(SENDS);
    const { seen, pooled, clients } = await connections(running);
    expect(seen.length).toBeGreaterThan(0);
    process.stdout.write(`${clients} connections of services, ${seen.length} of PgBouncer\n`);
    // A connection may be opened or closed between the two looks.
    const direct = await eventually(
      async () => {
        const now = await connections(running);
        return now.seen.filter((port) => !now.pooled.includes(port));
      },
      (ports) => ports.length === 0,
      { deadlineMs: GOES_ON_MS },
    );
    expect([direct, pooled.length > 0]).toEqual([[], true]);
    const killed = running.instances.find(({ service }) => service === 'pgbouncer')?.pid;
    process.kill(killed ?? 0, 'SIGKILL');
    expect(await goesOn()).toBeGreaterThanOrEqual(SENDS);
    expect(running.instances.find(({ service }) => service === 'pgbouncer')?.pid).not.toBe(killed);
  }
  await load.finish(DRAIN_MS);
  const summary = load.ledger.summary();
  process.stdout.write(`PgBouncer killed ${KILLS} times: ${summaryInWords(summary)}\n`);
  const { lost, duplicated, reordered, leaked } = summary;
  expect({ lost, duplicated, reordered, leaked, details: load.ledger.details(), failures: load.failures }).toEqual({
    ...{ lost: 0, duplicated: 0, reordered: 0, leaked: 0 },
    details: [],
    failures: [],
  });
}
