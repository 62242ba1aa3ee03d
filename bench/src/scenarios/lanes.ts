import { type ChildProcess, execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type pg from 'pg';
import { createClient, type RedisClientType } from 'redis';
import { cloneQueues, countQueues, fannedOutSeq, type LaneTag, removeClones } from '../load/clone-queues.js';
import { type HeldQueue, registerQueues } from '../load/held-queues.js';
import { ended, environmentOf, startInstance } from '../load/instances.js';
import { scaled, sumOf } from '../measure/amounts.js';
import { measureIdle, untilQuiet, withoutIdle } from '../measure/idle.js';
import { type Amounts, ProcessorClock } from '../measure/processor-clock.js';
import { mean, percentile } from '../measure/statistics.js';
import { withDatabase } from '../prepare/database.js';
import type { Place } from '../prepare/places.js';
import type { Row } from '../report/row.js';
import { personOf, send } from './requests.js';
import type { Bench, Scenario } from './scenario.js';
import { crowdOf, sendToChannel } from './sends.js';

const LANES = [1, 2, 4];
const CROWD = 100_000;
/** That many move to other lanes. The others are made where they are: a hundred thousand would move for a minute each time. */
const MOVED = 10_000;
const ROUNDS = 4;
const ROUNDS_QUICK = 3;
/** Within it a lane takes over, and the machine gets quiet. */
const SETTLE_MS = 10_000;
const WITHIN_MS = 120_000;
const LOOK_MS = 5;
const ATTEMPTS = 5;
const US_PER_MS = 1_000;

/**
 * One message to all live queues of one organization, appended in 1, 2 and 4 lanes by as many replicas of event-queue. No poll is held: that part
 * is the same with any number of lanes, and `deliver-3000` measures it.
 */
const scenario: Scenario = {
  name: 'lanes',
  needs: ['metropolis'],
  onlyIfNamed: true,
  run: (bench) => withDatabase(bench.target, (client) => measureLanes(bench, client)),
};

async function measureLanes(bench: Bench, client: pg.Client): Promise<Row[]> {
  const place = bench.place('metropolis');
  const count = bench.quick ? MOVED : CROWD;
  const service = bench.target.processes.find((each) => each.service === 'event-queue');
  if (service === undefined) throw new Error('no event-queue runs');
  const redis: RedisClientType = createClient({ url: environmentOf(service.pid).REDIS_URL ?? '' });
  await redis.connect();
  const replicas: ChildProcess[] = [];
  const rows: Row[] = [];
  try {
    bench.progress('  registers a queue, which builds the index');
    const first = await firstQueue(bench, place);
    await cloneQueues(redis, lanesOf(place.organizationId, 1), first, place.people.slice(1, MOVED));
    for (const lanes of LANES) {
      while (replicas.length + 1 < lanes) {
        await startInstance(service, `event-queue-bench-${replicas.length + 2}`, (child) => replicas.push(child));
      }
      const pids = [service.pid, ...replicas.map(({ pid }) => pid ?? 0)];
      const all = lanesOf(place.organizationId, lanes);
      const run = { bench, client, redis, place, count, lanes, all, pids };
      if (lanes > 1) rows.push(await moving(run));
      bench.progress(`  makes ${count} queues`);
      const clones = await cloneQueues(redis, all, first, place.people.slice(MOVED, count));
      rows.push(await delivering(run));
      await removeClones(redis, all, clones);
    }
    return rows;
  } finally {
    await setLanes(bench, 1);
    await Promise.all(replicas.map(ended));
    await redis.close();
  }
}

/** The index of so many people may take longer than a registration. It is built all the same, and the next registration finds it. */
async function firstQueue(bench: Bench, place: Place): Promise<HeldQueue> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const [first] = await registerQueues(bench.target, [personOf(place, 0)]);
      if (first !== undefined) return first;
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

interface Run {
  readonly bench: Bench;
  readonly client: pg.Client;
  readonly redis: RedisClientType;
  readonly place: Place;
  readonly count: number;
  readonly lanes: number;
  readonly all: readonly LaneTag[];
  /** Of the replicas of event-queue. */
  readonly pids: readonly number[];
}

/** Each replica by itself. */
function clockOf({ bench, pids }: Run): ProcessorClock {
  const others = bench.target.processes.filter(({ service }) => service !== 'event-queue');
  return new ProcessorClock([
    ...others.map(({ service, pid }) => ({ name: service, pid })),
    ...pids.map((pid, index) => ({ name: `event-queue-${index + 1}`, pid })),
  ]);
}

/** How long it takes until some queues are in other lanes, with the indexes of everybody. */
async function moving(run: Run): Promise<Row> {
  const { bench, redis, lanes, all } = run;
  const clock = clockOf(run);
  const idle = await measureIdle(clock, bench.timing.idleMs);
  bench.progress(`  moves ${MOVED} queues to ${lanes} lanes`);
  const before = clock.read();
  await setLanes(bench, lanes);
  const ms = performance.now() - before.at;
  await untilQuiet(clock, idle, SETTLE_MS);
  const used = scaled(withoutIdle(before, clock.read(), idle), US_PER_MS / MOVED);
  const arrived = await countQueues(redis, all);
  if (arrived < MOVED) throw new Error(`${MOVED - arrived} queues did not arrive`);
  const note = `${MOVED} queues`;
  return { name: `lanes-${lanes}-move`, unit: 'us per recipient', total: sumOf(used), by: Object.fromEntries(used), p50: ms, note };
}

async function delivering(run: Run): Promise<Row> {
  const { bench, client, redis, place, count, lanes, all } = run;
  const clock = clockOf(run);
  const idle = await measureIdle(clock, bench.timing.idleMs);
  const rounds: { used: Amounts; ms: number }[] = [];
  const total = 1 + (bench.quick ? ROUNDS_QUICK : ROUNDS);
  for (let round = 0; round < total; round += 1) {
    await untilQuiet(clock, idle, SETTLE_MS);
    const before = clock.read();
    await send(bench, personOf(place, 0), sendToChannel(crowdOf(place, CROWD)));
    const seq = await newestSeq(client, place.organizationId);
    const deadline = performance.now() + WITHIN_MS;
    while ((await fannedOutSeq(redis, all)) < seq) {
      if (performance.now() > deadline) throw new Error(`the message was not appended within ${WITHIN_MS / 1000} s`);
      await delay(LOOK_MS);
    }
    const ms = performance.now() - before.at;
    await untilQuiet(clock, idle, SETTLE_MS);
    const used = withoutIdle(before, clock.read(), idle);
    bench.progress(`  ${lanes} lanes, round ${round + 1}: ${ms.toFixed(0)} ms, ${sumOf(used).toFixed(0)} ms of processor time`);
    if (round > 0) rounds.push({ used, ms });
  }
  const names = [...(rounds[0]?.used.keys() ?? [])];
  const used = new Map(names.map((name) => [name, (mean(rounds.map((each) => each.used.get(name) ?? 0)) * US_PER_MS) / count]));
  const waits = rounds.map(({ ms }) => ms);
  return {
    name: `lanes-${lanes}-deliver`,
    unit: 'us per recipient',
    total: sumOf(used),
    by: Object.fromEntries(used),
    p50: percentile(waits, 0.5),
    p99: percentile(waits, 0.99),
    perSecond: (count * US_PER_MS) / percentile(waits, 0.5),
    note: `${count} queues; p50: until the last has the message`,
  };
}

/** The hash tags of an organization's lanes in Redis. */
function lanesOf(organizationId: number, count: number): LaneTag[] {
  return count === 1 ? [organizationId] : Array.from({ length: count }, (_, number) => `${organizationId}:${count}.${number}`);
}

async function newestSeq(client: pg.Client, organizationId: number): Promise<number> {
  const { rows } = await client.query<{ seq: string }>('SELECT seq FROM organization_counter WHERE organization_id = $1', [organizationId]);
  return Number(rows[0]?.seq ?? 0);
}

async function setLanes({ target }: Bench, lanes: number): Promise<void> {
  const { program, environment } = target.admin;
  await promisify(execFile)(process.execPath, [program, 'set-lanes', 'bench-metropolis', String(lanes)], {
    env: { ...environment, INSTANCE: 'admin', LOG_LEVEL: 'warn' },
  });
}

export const lanes: readonly Scenario[] = [scenario];
