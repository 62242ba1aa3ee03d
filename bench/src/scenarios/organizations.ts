import type pg from 'pg';
import { deleteQueues, type HeldQueue, pollForMessage, registerQueues } from '../load/held-queues.js';
import { sumOf } from '../measure/amounts.js';
import { measureIdle, untilQuiet, withoutIdle } from '../measure/idle.js';
import { mean, percentile } from '../measure/statistics.js';
import { withDatabase } from '../prepare/database.js';
import { fillOrganizations, removeIdleOrganizations } from '../prepare/idle-organizations.js';
import type { Place } from '../prepare/places.js';
import { prepareOrganization } from '../prepare/prepare-place.js';
import type { Row } from '../report/row.js';
import { personOf, send } from './requests.js';
import { type Bench, rowOf, type Scenario } from './scenario.js';
import { sendToChannel } from './sends.js';
import { startThese } from './starts.js';

const SIZES = [2, 10_000, 100_000];
const ACTIVE = 100;
const ACTIVE_QUICK = 4;
/** Registered once each, because the first registration wakes them. */
const SLEEPING = 3;
/** Rounds of the sweeps that run at all times. */
const SETTLE_MS = 5_000;
const SMALL = { people: 2, channels: 1, channelsEach: 1, crowds: [], messages: 0, halfRead: true };

/** What organizations cost that sleep: nothing is read or written in them, and most of them are rows of two tables. */
function organizationsOf(size: number): Scenario {
  return {
    name: `organizations-${size}`,
    needs: [],
    run: (bench) =>
      withDatabase(bench.target, async (client) => {
        try {
          return await measureSize(bench, client, size);
        } finally {
          await removeIdleOrganizations(client);
        }
      }),
  };
}

async function prepareSome(bench: Bench, client: pg.Client, kind: string, count: number): Promise<Place[]> {
  bench.progress(`  creates ${count} organizations: ${kind}`);
  const places: Place[] = [];
  while (places.length < count) places.push(await prepareOrganization(bench.target, client, `${kind}-${places.length}`, SMALL));
  return places;
}

async function measureSize(bench: Bench, client: pg.Client, size: number): Promise<Row[]> {
  const active = await prepareSome(bench, client, `active-${size}`, Math.min(size, bench.quick ? ACTIVE_QUICK : ACTIVE));
  const sleeping = await prepareSome(bench, client, `sleeping-${size}`, SLEEPING);
  await fillOrganizations(client, size);
  await untilQuiet(bench.clock, bench.idle, SETTLE_MS);
  const rows: Row[] = [];
  const measured = async (what: string, measure: (name: string) => Promise<Row>) => {
    const name = `organizations-${size}-${what}`;
    // The service may not stand it, which is a result.
    rows.push(
      await measure(name).catch((error: unknown): Row => ({ name, error: error instanceof Error ? error.message : String(error) })),
    );
  };
  await measured('idle', async (name) => {
    const idle = await measureIdle(bench.clock, bench.timing.idleMs);
    return { name, unit: 'ms per second', total: sumOf(idle), by: Object.fromEntries(idle) };
  });
  await measured('register', (name) => registration(name, bench, sleeping));
  await measured('deliver', (name) => delivery(name, bench, active));
  await measured('start', (name) => startOfReplica(name, bench));
  return rows;
}

/** The first registration of each organization. */
async function registration(name: string, bench: Bench, places: readonly Place[]): Promise<Row> {
  const waits: number[] = [];
  const before = bench.clock.read();
  for (const place of places) {
    const began = performance.now();
    const queues = await registerQueues(bench.target, [personOf(place, 0)]);
    waits.push(performance.now() - began);
    await deleteQueues(bench.target, queues);
  }
  await untilQuiet(bench.clock, bench.idle, SETTLE_MS);
  const used = withoutIdle(before, bench.clock.read(), bench.idle);
  const by = Object.fromEntries([...used].map(([process, ms]) => [process, ms / places.length]));
  const total = sumOf(used) / places.length;
  return {
    name,
    unit: 'ms per operation',
    total,
    by,
    p50: percentile(waits, 0.5),
    p99: percentile(waits, 0.99),
    operations: places.length,
  };
}

/** A send in one active organization after the other, until the held poll of another person there is answered. */
async function delivery(name: string, bench: Bench, places: readonly Place[]): Promise<Row> {
  const listening: { place: Place; queue: HeldQueue }[] = [];
  for (const place of places) {
    for (const queue of await registerQueues(bench.target, [personOf(place, 0)])) listening.push({ place, queue });
  }
  let next = 0;
  const work = async () => {
    const one = listening[next++ % listening.length];
    if (one === undefined) throw new Error('no organization is active');
    const { place, queue } = one;
    const held = pollForMessage(bench.target, queue);
    await send(bench, personOf(place, 1), sendToChannel(place.channelIds[0] ?? 0));
    await held;
  };
  const measured = await bench.measure({ concurrency: 1, work });
  const queues = listening.map(({ queue }) => queue);
  await deleteQueues(bench.target, queues);
  return rowOf(name, measured);
}

async function startOfReplica(name: string, bench: Bench): Promise<Row> {
  const starts = await startThese(bench.target.processes.filter(({ service }) => service === 'event-queue').slice(0, 1));
  const total = mean(starts.map(({ processorMs }) => processorMs));
  const waits = starts.map(({ wallMs }) => wallMs);
  return { name, unit: 'ms per start', total, p50: percentile(waits, 0.5) };
}

export const organizations: readonly Scenario[] = SIZES.map(organizationsOf);
