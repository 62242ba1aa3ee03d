// Each storm combines writes with faults inside one process. Tests in e2e/cluster kill whole processes.
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ROLES } from '@parley/contracts';
import { idRangeBegun, lanesOf } from '@parley/contracts/event-queue';
import { EventLog, LogReader } from '@parley/event-log';
import { Database } from '@parley/persistence';
import { loadConfig, Runtime } from '@parley/runtime';
import { Rows, TEST_CALLER_SECRET, TestSuite } from '@parley/testing';
import { eventQueueConfig } from '../src/config.js';
import { eventually } from './eventually.js';
import { FaultyBus } from './storm/faulty-bus.js';
import { rememberRedis } from './storm/roll-back-redis.js';
import { StormClient } from './storm/storm-client.js';
import { plain } from './storm/storm-events.js';
import { StormGateway } from './storm/storm-gateway.js';
import { StormOracle } from './storm/storm-oracle.js';
import { type Faults, readState, STORM_PREFIX, StormReplica } from './storm/storm-replica.js';
import { StormWriters } from './storm/storm-writers.js';

// The machine may be busy; waits inside the tests have their own deadlines.
jest.setTimeout(240_000);

const STORM_MS = 3_000;
const FAULTY_CHANGES_MS = 5_000;
const USERS = 12;
const CHANNELS = 4;
const CLIENTS_PER_USER = 2;
const WRITERS = 4;

const calm: Faults = { dieAfterScript: 0, stallBeforeScript: 0, chunk: 1_000, everythingLeasedTwice: false };
const steady = { registersAgain: 0, pollsTwice: 0, idleSeconds: 600 };

interface Weather {
  readonly faults?: Partial<Faults>;
  readonly habits?: Partial<typeof steady>;
  readonly faultyBus?: boolean;
  readonly rollBack?: boolean;
  readonly typing?: boolean;
  /** The number of lanes changes all the time. */
  readonly lanes?: boolean;
}

let suite: TestSuite;
beforeAll(async () => {
  suite = await TestSuite.open();
});
afterAll(() => suite.close());

async function storm(weather: Weather) {
  const rows = new Rows(suite.database);
  const organization = await rows.organization();
  const users = await Promise.all(
    Array.from({ length: USERS }, (_, n) => rows.user(organization, { role: n === 0 ? ROLES.administrator : ROLES.member })),
  );
  const channels = await Promise.all(Array.from({ length: CHANNELS }, () => rows.channel(organization, { isPrivate: true })));
  for (const channel of channels) await rows.subscription(channel, users.slice(0, USERS / 2));
  const members = new Map(channels.map((channel) => [channel.id, new Set(users.slice(0, USERS / 2).map((user) => user.id))]));
  const roles = new Map(users.map((user) => [user.id, user.role]));

  const config = loadConfig(eventQueueConfig, { ...suite.env, PARLEY_CALLER_SECRET: TEST_CALLER_SECRET, LOG_LEVEL: 'silent' });
  // As in separate processes: a registration holds a connection of its replica while the parts are read through others.
  const databases = ['replica-a', 'replica-b', 'parts', 'writers'].map(
    (name) => new Database({ url: config.DATABASE_URL, poolSize: 10, name }),
  );
  const [databaseA, databaseB, partsDatabase, writersDatabase] = databases;
  if (databaseA === undefined || databaseB === undefined || partsDatabase === undefined || writersDatabase === undefined)
    throw new Error('no database');
  const runtimes = ['a', 'b'].map((name) => new Runtime('event-queue', { ...config, INSTANCE: `storm-${name}` }));
  const buses = runtimes.map((runtime) => new FaultyBus(suite.nats.link, runtime));
  const replicas = await Promise.all(
    runtimes.map((runtime, n) => {
      const bus = buses[n];
      if (bus === undefined) throw new Error('no bus');
      bus.faulty = weather.faultyBus === true;
      const database = n === 0 ? databaseA : databaseB;
      return StormReplica.start({ runtime, config, database, partsDatabase, bus, rpc: suite.rpc, faults: { ...calm, ...weather.faults } });
    }),
  );
  const any = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)] as T;
  const replica = () => any(replicas);
  const gateways = ['g1', 'g2'].map((id) => new StormGateway(`${id}-${organization.id}`, replica, suite.nats.bus));
  const [writerBus] = buses;
  if (writerBus === undefined) throw new Error('no bus');
  const clients = users.flatMap((user) =>
    Array.from(
      { length: CLIENTS_PER_USER },
      () => new StormClient(user.caller, replica, () => any(gateways), { ...steady, ...weather.habits }),
    ),
  );
  await eventually('everybody is registered', () => clients.every((client) => client.session !== undefined), 60_000);

  const writers = new StormWriters(
    new EventLog(writersDatabase, writerBus),
    organization.id,
    users.map(({ id }) => id),
    channels.map(({ id }) => id),
    WRITERS,
  );
  const changingLanes = weather.lanes === true ? changeLanesUntil(Date.now() + STORM_MS, organization.id, replica) : 0;
  const until = Date.now() + STORM_MS;
  while (Date.now() < until) {
    if (weather.typing === true) {
      for (let n = 0; n < 20; n += 1)
        await replica().ephemeral.execute({
          organizationId: organization.id,
          type: 'storm.typed',
          payload: { channelId: any(channels).id, n },
        });
    }
    if (weather.rollBack !== true) {
      await delay(100);
      continue;
    }
    const putBack = await rememberRedis(suite.redis.client, STORM_PREFIX);
    await delay(300 + Math.random() * 300);
    await putBack();
    await delay(200);
  }
  await writers.stop();
  // With faults, a lane needs the longer to reach the end of the log the more was written: up to a minute. So the changes that are in progress meet
  // faults for some seconds, and end without.
  await Promise.race([changingLanes, delay(FAULTY_CHANGES_MS, undefined, { ref: false })]);
  for (const one of replicas) one.calm();
  for (const bus of buses) bus.faulty = false;
  const laneChanges = await changingLanes;

  const log = await new LogReader(suite.database).after(organization.id, 0, 1_000_000);
  const oracle = new StormOracle(log, members, roles);
  const sessions = () => clients.flatMap((client) => client.sessions);
  // Nothing more is written: what is due arrives by itself.
  let settled = true;
  try {
    await eventually(
      'all that is due arrives',
      () => oracle.judge(sessions()).lost === 0 && clients.every((client) => client.session?.ended === false),
      60_000,
    );
  } catch {
    settled = false;
  }
  const verdict = oracle.judge(sessions());
  const wrongStates: string[] = [];
  for (const [n, client] of clients.entries()) {
    const user = users[Math.floor(n / CLIENTS_PER_USER)];
    const fresh = await suite.database.transaction((tx) => readState(tx, organization.id, user?.id ?? 0));
    if (client.session === undefined || JSON.stringify(plain(client.session.state)) !== JSON.stringify(plain(fresh)))
      wrongStates.push(String(user?.id));
  }
  const faults = clients.flatMap((client) => client.faults);
  const typing = clients.reduce((sum, client) => sum + client.ephemeral, 0);
  const count = async (metric: 'fenced' | 'refusedAppends' | 'holes' | 'failures') => {
    const values = await Promise.all(replicas.map((one) => one.metrics[metric].get()));
    return values.flatMap(({ values: all }) => all.map(({ value }) => value)).reduce((sum, value) => sum + value, 0);
  };
  const counts = {
    fenced: await count('fenced'),
    refused: await count('refusedAppends'),
    holes: await count('holes'),
    failures: await count('failures'),
  };

  const strays = await strayKeys(organization.id, replica());

  const stopping = clients.map((client) => client.stop());
  for (const gateway of gateways) gateway.stop();
  await Promise.all(stopping);
  await Promise.all(replicas.map((one) => one.stop()));
  await suite.redis.client.flushDb();
  await Promise.all(databases.map((database) => database.close()));
  return {
    ...verdict,
    strays,
    settled,
    wrongStates,
    faults,
    typing,
    counts,
    laneChanges,
    acknowledged: writers.acknowledged,
    // The end of a change of the lanes logs an event of its own.
    logged: log.filter(({ type }) => type !== idRangeBegun.type).length,
    sessions: sessions().length,
  };
}

/** Streams without an owner or without expiry, and index entries of queues that are gone, at one moment. */
const STRAYS = `
local base, strays = ARGV[1], {}
for _, key in ipairs(redis.call('KEYS', base .. 's:*')) do
  local owned = redis.call('EXISTS', base .. 'q:' .. string.sub(key, #base + 3)) == 1
  if not owned or redis.call('PTTL', key) == -1 then strays[#strays + 1] = key end
end
for _, name in ipairs({'qs', 'pq', '[ucr]q:*'}) do
  for _, key in ipairs(redis.call('KEYS', base .. name)) do
    for _, Q in ipairs(redis.call('SMEMBERS', key)) do
      if redis.call('EXISTS', base .. 's:' .. Q) == 0 then strays[#strays + 1] = Q .. ' in ' .. key end
    end
  end
end
return strays`;

/** What expired queues leave after they are cleaned up. Queues keep expiring meanwhile, so the best of a few checks counts. */
async function strayKeys(organizationId: number, { store, plans }: StormReplica): Promise<unknown> {
  let strays: unknown = [];
  for (let look = 0; look < 10; look += 1) {
    const found: unknown[] = [];
    for (const lane of plans.lanesOf(organizationId)) await store.sweep(lane);
    // Also in the lanes that were left.
    for (const lane of [1, ...LANES].flatMap((lanes) => lanesOf(organizationId, lanes)))
      found.push(await suite.redis.client.eval(STRAYS, { keys: [], arguments: [store.base(lane)] }));
    strays = found.flat();
    if (found.flat().length === 0) break;
  }
  return strays;
}

/** Each is another number of lanes than the one before it. */
const LANES = [4, 2, 3];

/** Returns how many changes were completed. */
async function changeLanesUntil(until: number, organizationId: number, replica: () => StormReplica): Promise<number> {
  let changes = 0;
  while (Date.now() < until || changes < 2) {
    const { changeLanes, plans } = replica();
    const lanes = [...LANES, 1][changes % (LANES.length + 1)] ?? 1;
    await changeLanes.execute({ organizationId, lanes });
    await eventually(
      'the lanes have changed',
      () => {
        const { lanes: now, next } = plans.of(organizationId);
        return now === lanes && next === null;
      },
      60_000,
    );
    changes += 1;
  }
  return changes;
}

const faultless = { lost: 0, duplicated: 0, reordered: 0, leaked: 0, strays: [], settled: true, wrongStates: [], faults: [] };

describe('nothing is lost, duplicated, reordered or leaked, and every client state equals a fresh snapshot', () => {
  const storms: [string, Weather][] = [
    ['without faults', {}],
    ['when wake-ups are lost, duplicated and late', { faultyBus: true }],
    ['when replicas die between script and wake-ups, with chunks of 5', { faults: { dieAfterScript: 0.1, chunk: 5 } }],
    [
      'when two replicas work on everything at once, with pauses (zombies)',
      { faults: { everythingLeasedTwice: true, stallBeforeScript: 0.1, chunk: 5 } },
    ],
    [
      'when clients register again and again, leave their queues to expire, and fan-out lags behind snapshots',
      { habits: { registersAgain: 0.2, idleSeconds: 1 }, faultyBus: true, faults: { stallBeforeScript: 0.1 } },
    ],
    ['when clients poll twice', { habits: { pollsTwice: 0.2 } }],
    ['when Redis is rolled back while everything runs', { rollBack: true, faults: { chunk: 5, everythingLeasedTwice: true } }],
    ['with typing in between', { typing: true, faultyBus: true }],
    ['while the number of lanes changes', { lanes: true, typing: true }],
    [
      'while the number of lanes changes, replicas die between steps of it, and wake-ups are lost',
      { lanes: true, faultyBus: true, faults: { dieAfterScript: 0.1, chunk: 5 } },
    ],
    [
      'while the number of lanes changes, two replicas work on everything at once, and clients register again',
      {
        lanes: true,
        habits: { registersAgain: 0.2 },
        // With smaller chunks, two replicas that work on one lane hinder each other for minutes.
        faults: { everythingLeasedTwice: true, stallBeforeScript: 0.1, chunk: 100 },
      },
    ],
  ];
  it.each(storms)('%s', async (_, weather) => {
    const outcome = await storm(weather);
    expect(outcome).toMatchObject(faultless);
    expect(outcome.logged).toBe(outcome.acknowledged);
    expect(outcome.counts.holes).toBe(0);
    expect(outcome.expected).toBeGreaterThan(100);
    if (weather.lanes === true) expect(outcome.laneChanges).toBeGreaterThan(1);
    if (weather.typing === true) expect(outcome.typing).toBeGreaterThan(20);
    if (weather.habits?.registersAgain !== undefined) expect(outcome.sessions).toBeGreaterThan(20);
    if (weather.faults?.everythingLeasedTwice === true) expect(outcome.counts.fenced).toBeGreaterThan(0);
  });
});
