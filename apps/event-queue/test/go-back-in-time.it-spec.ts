import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, it, jest } from '@jest/globals';
import { seqOfEventId } from '@parley/contracts';
import { defaultChannelsChanged } from '@parley/contracts/channels';
import { headOf, LogReader } from '@parley/event-log';
import { Database } from '@parley/persistence';
import { testEnvironment } from '@parley/runtime';
import { SwitchingProxy, type TestDatabase, templateDatabase, type UserRow } from '@parley/testing';
import { eventually } from './eventually.js';
import { PrivatePostgres } from './private-postgres.js';
import { ServiceFixture } from './service-fixture.js';

// Starting servers takes long on a busy machine; waits inside the tests have their own deadlines.
jest.setTimeout(300_000);
const DEADLINE_MS = 90_000;

const NAME = 'parley';
/** More events than are logged between two checks of the heads of the log. */
const LOST = 40;
const FRESH_QUEUES = 4;
/** Message ids that are skipped after a restore, because lost messages may have used them. */
const IDS_PASSED = 100_000;
const WRITERS = 3;
const NO_ANSWER = [500, 503];

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A unique number that was written to the log. */
type Fact = number;

/** A client that polls one queue until the queue ends or the test stops it. */
class Client {
  readonly received: Fact[] = [];
  hasEnded = false;
  private isListening = true;
  private readonly loop: Promise<void>;
  private last: number;

  constructor(
    private readonly fixture: ServiceFixture,
    private readonly user: UserRow,
    readonly queueId: string,
    readonly registeredAt: number,
  ) {
    this.last = registeredAt;
    this.loop = this.listen();
  }

  async stop(): Promise<void> {
    this.isListening = false;
    await this.loop;
  }

  private async listen(): Promise<void> {
    while (this.isListening && !this.hasEnded) {
      await this.poll().catch(unlessNoAnswer);
      await delay(20);
    }
  }

  private async poll(): Promise<void> {
    const answer = await this.fixture.poll(this.user, this.queueId, this.last);
    if (answer.outcome === 'bad') this.hasEnded = true;
    if (answer.outcome !== 'events') return;
    for (const event of answer.events) {
      if (event.type !== 'heartbeat') this.received.push(...factsOf(event));
      this.last = Math.max(this.last, event.id);
    }
  }
}

function factsOf(event: object): Fact[] {
  return 'default_streams' in event && Array.isArray(event.default_streams) ? event.default_streams.map(Number) : [];
}

function unlessNoAnswer(error: unknown): void {
  const status: unknown = error instanceof Error && 'status' in error ? error.status : undefined;
  if (!NO_ANSWER.some((known) => known === status)) throw error;
}

/** Two replicas of the service on a PostgreSQL of their own, a member, and writers that write continuously. */
class Installation {
  readonly acknowledged: Fact[] = [];
  private next: Fact = 1;
  private isWriting = true;
  private readonly writers: Promise<void>[] = [];

  private constructor(
    readonly fixture: ServiceFixture,
    readonly user: UserRow,
  ) {}

  /** `url`: the database address of the services. */
  static async on(server: PrivatePostgres, port: number): Promise<Installation> {
    await cloneTemplate(server);
    const url = server.urlOf(NAME, port);
    const database = new Database({ url, poolSize: 6, name: 'parley-tests' });
    const own: TestDatabase = { name: NAME, env: { DATABASE_URL: url }, database, close: () => database.close() };
    const fixture = await ServiceFixture.open({ LOG_LEVEL: 'silent' }, own);
    closers.push(() => fixture.close());
    const user = await fixture.rows.user(await fixture.rows.organization());
    const installation = new Installation(fixture, user);
    for (let n = 0; n < WRITERS; n += 1) installation.writers.push(installation.write());
    closers.push(() => installation.rest());
    return installation;
  }

  get organizationId(): number {
    return this.user.organizationId;
  }

  /** Facts with this number or a higher one are written from now on. */
  get nextFact(): Fact {
    return this.next;
  }

  /** Settles when `count` more facts are acknowledged. */
  async untilMoreAcknowledged(count: number): Promise<void> {
    const enough = this.acknowledged.length + count;
    await eventually(`${count} more facts are acknowledged`, () => this.acknowledged.length >= enough, DEADLINE_MS);
  }

  async client(): Promise<Client> {
    const { queue_id, last_event_id } = await eventually('a registration succeeds', () => this.register(), DEADLINE_MS);
    const client = new Client(this.fixture, this.user, String(queue_id), last_event_id);
    closers.push(() => client.stop());
    return client;
  }

  private async register() {
    try {
      return await this.fixture.register(this.user);
    } catch (error) {
      unlessNoAnswer(error);
      return undefined;
    }
  }

  async rest(): Promise<void> {
    this.isWriting = false;
    await Promise.all(this.writers);
  }

  /** The facts in the database, by seq. */
  async log(): Promise<Map<number, Fact>> {
    const events = await new LogReader(this.fixture.suite.database).after(this.organizationId, 0, 1_000_000);
    const facts = events.map(({ seq, payload }): [number, Fact] => [seq, defaultChannelsChanged.payload.parse(payload).channelIds[0] ?? 0]);
    return new Map(facts);
  }

  async newestMessageId(): Promise<number> {
    const [row] = await this.fixture.suite.database.client.$queryRaw<{ id: number }[]>`SELECT last_value::float8 AS id FROM message_id_seq`;
    return row?.id ?? 0;
  }

  private async write(): Promise<void> {
    while (this.isWriting) {
      const fact = this.next++;
      const isDone = await this.fixture.logForMembers(this.organizationId, fact).then(
        () => true,
        // The write may be in the log or not.
        () => false,
      );
      if (isDone) this.acknowledged.push(fact);
      await delay(isDone ? 2 : 50);
    }
  }
}

/** Copies the migrated template database of the shared server to this server. */
async function cloneTemplate(server: PrivatePostgres): Promise<void> {
  const template = new URL(testEnvironment().PARLEY_TEST_DATABASE_URL);
  template.pathname = `/${await templateDatabase()}`;
  await server.execute('pg_dumpall', ['-d', template.href, '--roles-only', '--no-role-passwords', '-f', 'roles.sql']);
  await server.execute('psql', ['-q', '-d', server.urlOf('postgres'), '-f', 'roles.sql']);
  await server.query('postgres', `CREATE DATABASE ${NAME}`);
  await server.execute('pg_dump', ['-d', template.href, '-f', 'template.sql']);
  await server.execute('psql', ['-q', '-v', 'ON_ERROR_STOP=1', '-d', server.urlOf(NAME), '-f', 'template.sql']);
}

/**
 * What must hold after PostgreSQL was rolled back: `old` queues have ended and received nothing that was written after the switch; each
 * fresh queue received exactly what the log contains after its snapshot, in order; everything acknowledged after the switch is in the log.
 */
async function check(installation: Installation, old: readonly Client[], fresh: readonly Client[], firstAfter: Fact): Promise<number> {
  await installation.rest();
  const log = await installation.log();
  const due = ({ registeredAt }: Client) => [...log].filter(([seq]) => seq > seqOfEventId(registeredAt)).map(([, fact]) => fact);
  for (const client of fresh) {
    await eventually(
      'a fresh queue receives everything',
      () => client.received.length >= due(client).length || client.hasEnded,
      DEADLINE_MS,
    );
  }
  for (const client of old) await eventually('an old queue ends', () => client.hasEnded, DEADLINE_MS);
  const isInLog = new Set(log.values());
  const after = installation.acknowledged.filter((fact) => fact >= firstAfter);
  expect({
    lost: after.filter((fact) => !isInLog.has(fact)),
    oldReceivedAfter: old.flatMap(({ received }) => received.filter((fact) => fact >= firstAfter)),
    ended: fresh.map(({ hasEnded }) => hasEnded),
  }).toEqual({ lost: [], oldReceivedAfter: [], ended: fresh.map(() => false) });
  for (const client of fresh) expect(client.received).toEqual(due(client));
  expect(after.length).toBeGreaterThan(LOST);
  return fresh.reduce((sum, { received }) => sum + received.length, 0);
}

async function freshClients(installation: Installation): Promise<Client[]> {
  const fresh: Client[] = [];
  for (let n = 0; n < FRESH_QUEUES; n += 1) {
    fresh.push(await installation.client());
    await installation.untilMoreAcknowledged(LOST / 2);
  }
  return fresh;
}

const receivedAtLeast = (clients: readonly Client[], facts: number) =>
  eventually('events arrive', () => clients.every(({ received }) => received.length >= facts), DEADLINE_MS);

it('a dump is restored under load: queues end, and fresh ones receive exactly what the database contains', async () => {
  const server = await PrivatePostgres.start();
  closers.push(() => server.close());
  const installation = await Installation.on(server, server.port);
  const old = [await installation.client(), await installation.client()];
  await receivedAtLeast(old, 10);
  await server.execute('pg_dump', ['-d', server.urlOf(NAME), '-f', 'dump.sql']);
  await installation.untilMoreAcknowledged(LOST);
  await receivedAtLeast(old, 10 + LOST);
  // In one transaction, so that no check of the log sees an intermediate state. The load may block its locks.
  const restore = [
    '-q',
    '-1',
    '-v',
    'ON_ERROR_STOP=1',
    '-d',
    server.urlOf(NAME),
    '-c',
    'DROP SCHEMA public CASCADE',
    '-c',
    'CREATE SCHEMA public',
    '-f',
    'dump.sql',
  ];
  await eventually(
    'the dump is restored',
    () =>
      server.execute('psql', restore).then(
        () => true,
        () => false,
      ),
    DEADLINE_MS,
  );
  const firstAfter = installation.nextFact;
  const fresh = await freshClients(installation);
  const delivered = await check(installation, old, fresh, firstAfter);
  expect(delivered).toBeGreaterThan(LOST);
  await eventually('ids of messages go on higher', async () => (await installation.newestMessageId()) >= IDS_PASSED, DEADLINE_MS);
});

it('an asynchronous standby is promoted under load: queues end, and fresh ones receive exactly what it contains', async () => {
  const primary = await PrivatePostgres.start();
  closers.push(() => primary.close());
  const address = await SwitchingProxy.start(primary.port);
  closers.push(() => address.close());
  const replication = await SwitchingProxy.start(primary.port);
  closers.push(() => replication.close());
  const installation = await Installation.on(primary, address.port);
  const standby = await PrivatePostgres.standbyOf(replication.port);
  closers.push(() => standby.close());
  const old = [await installation.client(), await installation.client()];
  await receivedAtLeast(old, 10);
  const before = await headOf(installation.fixture.suite.database.client, installation.organizationId);

  // The standby no longer follows. What the primary acknowledges from now on is lost, although it was delivered.
  replication.lead(null);
  await installation.untilMoreAcknowledged(LOST);
  await receivedAtLeast(old, LOST);
  await primary.die();
  await standby.promote();
  const firstAfter = installation.nextFact;
  address.lead(standby.port);

  const fresh = await freshClients(installation);
  const delivered = await check(installation, old, fresh, firstAfter);
  expect(delivered).toBeGreaterThan(LOST);
  const after = await headOf(installation.fixture.suite.database.client, installation.organizationId);
  expect(after.incarnation).not.toBe(before.incarnation);
});
