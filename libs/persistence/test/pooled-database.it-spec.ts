import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runCall, testEnvironment } from '@parley/runtime';
import { connectToDatabase, expectSoon, freePort, type TestDatabase, testDatabase } from '@parley/testing';
import { SESSION_SETTINGS, setSessionSettings } from '../../../tools/src/migrate/session-settings.js';
import { planPgBouncer } from '../../../tools/src/stores/pgbouncer.js';
import { findPostgresHome, removePostgresHome } from '../../../tools/src/stores/postgres-home.js';
import { SupervisedProcess } from '../../../tools/src/supervise/supervised-process.js';
import { Database, isDatabaseAway, PREPARED, Prisma } from '../src/index.js';
import { refusesOptions, sessionProblem } from '../src/pooled-sessions.js';

const { PARLEY_TEST_PGBOUNCER: program } = testEnvironment();
const ROLE = 'parley_messaging';
/** Fewer than the clients, so that transactions of several clients use one connection. */
const SERVER_CONNECTIONS = 2;
const WAIT_SECONDS = 2;
const PASSWORD = 'password-at-the-pooler';
const LOGIN = `pooled_tests_${process.pid}`;
const BARE_LOGIN = `pooled_tests_bare_${process.pid}`;

const directory = mkdtempSync(join(tmpdir(), 'parley-pgbouncer-'));
const databases: Database[] = [];
let postgres: TestDatabase;
let pooler: SupervisedProcess;
let pooled: Database;

function opened(login: string, { isPooled = true, poolSize = 10, at = pooler } = {}): Database {
  const url = new URL(postgres.env.DATABASE_URL);
  url.port = new URL(at.plan.url).port;
  url.username = login;
  url.password = PASSWORD;
  const database = new Database({ url: url.href, poolSize, name: 'parley-tests-pooled', role: ROLE, isPooled });
  databases.push(database);
  return database;
}

/** A PgBouncer in a folder of this name. */
async function started(name: string, settings: Readonly<Record<string, string>>): Promise<SupervisedProcess> {
  const { hostname, port } = new URL(postgres.env.DATABASE_URL);
  const plan = planPgBouncer({
    program,
    port: await freePort(),
    logFile: join(directory, `${name}.log`),
    ...(await findPostgresHome(join(directory, name))),
    server: { host: hostname, port },
    // PostgreSQL itself asks for none in the tests.
    passwords: new Map([LOGIN, BARE_LOGIN].map((login) => [login, PASSWORD])),
    settings: { default_pool_size: String(SERVER_CONNECTIONS), ...settings },
  });
  const process = new SupervisedProcess(plan);
  await process.start();
  return process;
}

type Admin = Awaited<ReturnType<typeof connectToDatabase>>;

async function asAdmin(work: (admin: Admin) => Promise<unknown>): Promise<void> {
  const admin = await connectToDatabase(postgres.env.DATABASE_URL);
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}

/** A statement is sent when it is awaited. */
const select = async (text: Prisma.Sql, database = pooled) => database.direct.$queryRaw(text);
const raw = (text: string) => postgres.database.client.$queryRawUnsafe(text);
const sleeping = async () => {
  const [row] = await postgres.database.client.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM pg_stat_activity WHERE usename = ${LOGIN} AND state = 'active' AND query LIKE '%pg_sleep(%'`;
  return row?.count;
};
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

// `npm test` installs PgBouncer, and says in its summary if it cannot.
if (program === '') it('nothing is tested behind PgBouncer, because there is none', () => expect(program).toBe(''));
else describe('a database behind PgBouncer in transaction mode', testPooled);

function testPooled(): void {
  beforeAll(async () => {
    postgres = await testDatabase();
    await asAdmin(async (admin) => {
      for (const login of [LOGIN, BARE_LOGIN]) await admin.query(`CREATE ROLE ${login} LOGIN IN ROLE ${ROLE}`);
      await setSessionSettings(admin, LOGIN, ROLE);
    });
    await raw('CREATE TABLE tried (n int)');
    await raw(`GRANT ALL ON tried TO ${ROLE}`);
    pooler = await started('pgbouncer', { query_wait_timeout: String(WAIT_SECONDS) });
    pooled = opened(LOGIN);
  });
  afterAll(async () => {
    await Promise.all(databases.map((database) => database.close()));
    await pooler.stop();
    await asAdmin(async (admin) => {
      for (const login of [LOGIN, BARE_LOGIN]) await admin.query(`DROP ROLE ${login}`);
    });
    await postgres.close();
    for (const name of ['pgbouncer', 'ignoring']) removePostgresHome(join(directory, name));
    rmSync(directory, { recursive: true, force: true });
  });

  it('has sessions with the role and the settings that a service requests from PostgreSQL itself', async () => {
    const direct = new Database({ url: postgres.env.DATABASE_URL, poolSize: 1, name: 'parley-tests-direct', role: ROLE });
    databases.push(direct);
    const names = Object.keys(SESSION_SETTINGS).filter((name) => name !== 'client_connection_check_interval');
    const settings = async (database: Database) =>
      database.direct.$queryRaw(
        Prisma.sql`SELECT current_user::text AS role, name, setting FROM pg_settings WHERE name = ANY (${names}) ORDER BY name`,
      );
    const expected = await settings(direct);
    expect(expected).toHaveLength(names.length);
    expect(await settings(pooled)).toEqual(expected);
    expect(await sessionProblem(pooled.direct, ROLE)).toBeUndefined();
  });

  it('gives many clients a connection for each transaction, and mixes none of them', async () => {
    const others = [pooled, opened(LOGIN), opened(LOGIN)];
    const changes = Array.from({ length: 60 }, (_, n) =>
      others[n % others.length]?.transaction(async (tx) => {
        await tx.$executeRaw`SELECT set_config('parley.actor', ${`actor ${n}`}, true)`;
        await tx.$executeRaw`${PREPARED} INSERT INTO tried VALUES (${n})`;
        const rows = await tx.$queryRaw`${PREPARED} SELECT current_setting('parley.actor') AS actor, n FROM tried WHERE n = ${n}`;
        await tx.$commitWith(Prisma.sql`${PREPARED} UPDATE tried SET n = n WHERE n = ${n}`);
        return rows;
      }),
    );
    expect(await Promise.all(changes)).toEqual(changes.map((_, n) => [{ actor: `actor ${n}`, n }]));
    expect(await raw(`SELECT count(*)::int AS count, count(DISTINCT n)::int AS different FROM tried`)).toEqual([
      { count: 60, different: 60 },
    ]);
    const [servers] = await postgres.database.client.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM pg_stat_activity WHERE usename = ${LOGIN}`;
    expect(servers?.count).toBeLessThanOrEqual(SERVER_CONNECTIONS);
    expect(await pooled.direct.$queryRaw(Prisma.sql`SELECT name FROM pg_prepared_statements`)).toEqual([]);
  });

  it('runs statements together in one transaction, and none of them if one fails', async () => {
    const insert = (n: number) => Prisma.sql`${PREPARED} INSERT INTO tried VALUES (${n})`;
    await pooled.runTogether([insert(1_000), insert(1_001)]);
    const failure = await failureOf(pooled.runTogether([insert(1_002), Prisma.sql`SELECT 1 / 0`]));
    expect(String(failure)).toContain('division by zero');
    expect(await raw('SELECT n FROM tried WHERE n >= 1000 ORDER BY n')).toEqual([{ n: 1_000 }, { n: 1_001 }]);
  });

  it('exports a snapshot that another process reads through it, whatever is written meanwhile', async () => {
    const reader = opened(LOGIN);
    const count = Prisma.sql`SELECT count(*)::int AS count FROM tried`;
    const before = await select(count);
    const read = await pooled.exportSnapshot(async ({ snapshotId }) => {
      await raw('INSERT INTO tried VALUES (2000)');
      return reader.inSnapshot(snapshotId, async (snapshot) => snapshot.$queryRaw(count));
    }, 20_000);
    expect(read).toEqual(before);
    expect(await select(count)).not.toEqual(before);
  });

  it('ends a statement in PostgreSQL at the deadline of its call, and cancels no other', async () => {
    const sleep = (ms: number) => runCall(Date.now() + ms, () => select(Prisma.sql`SELECT pg_sleep(600)`));
    for (let round = 0; round < 5; round += 1) {
      const late = failureOf(sleep(300));
      const others = Array.from({ length: 20 }, (_, n) => select(Prisma.sql`SELECT ${n}::int AS n, pg_sleep(0.01)::text AS slept`));
      expect(await Promise.all(others)).toEqual(others.map((_, n) => [{ n, slept: '' }]));
      expect(isDatabaseAway(await late)).toBe(true);
    }
    await expectSoon(sleeping, 0);
  });

  it('never runs a statement that waited for a connection beyond the deadline of its call', async () => {
    const hold = Array.from({ length: SERVER_CONNECTIONS }, () =>
      failureOf(runCall(Date.now() + 3_000, () => select(Prisma.sql`SELECT pg_sleep(600)`))),
    );
    await expectSoon(sleeping, SERVER_CONNECTIONS);
    const waited = await Promise.all(
      Array.from({ length: 4 }, (_, n) =>
        failureOf(runCall(Date.now() + 500, async () => pooled.direct.$executeRaw(Prisma.sql`INSERT INTO tried VALUES (${3_000 + n})`))),
      ),
    );
    expect(waited.map(isDatabaseAway)).toEqual(waited.map(() => true));
    expect((await Promise.all(hold)).map(isDatabaseAway)).toEqual(hold.map(() => true));
    await delay(500);
    expect(await raw('SELECT n FROM tried WHERE n BETWEEN 3000 AND 3010')).toEqual([]);
    await pooled.ping();
  });

  it('is away while PgBouncer is, and is used again when it is back', async () => {
    await pooled.ping();
    await pooler.stop();
    expect(isDatabaseAway(await failureOf(pooled.ping()))).toBe(true);
    await pooler.start();
    await expectSoon(async () => failureOf(pooled.ping()), undefined);
  });

  it('refuses sessions that are not set up for it, and says what is missing', async () => {
    expect(await sessionProblem(opened(BARE_LOGIN).direct, ROLE)).toMatch(
      /act as pooled_tests_bare_\d+, and not as parley_messaging\. Run the migration job/,
    );
    await asAdmin((admin) => admin.query(`ALTER ROLE ${BARE_LOGIN} SET role TO ${ROLE}`));
    const unbounded = async () => String(await sessionProblem(opened(BARE_LOGIN).direct, ROLE));
    // Its first connection may be one of before.
    await asAdmin((admin) => admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [BARE_LOGIN]));
    await expectSoon(async () => (await unbounded().catch(String)).includes('sets no limits of time'), true);
    expect(refusesOptions(await failureOf(opened(LOGIN, { isPooled: false }).ping()))).toBe(true);
  });

  it('refuses a pooler that was told to ignore what a session requests, and says which setting is missing', async () => {
    const direct = new Database({ url: postgres.env.DATABASE_URL, poolSize: 1, name: 'parley-tests-direct', role: ROLE });
    databases.push(direct);
    expect(await sessionProblem(direct.direct, undefined)).toBeUndefined();
    const ignoring = await started('ignoring', { ignore_startup_parameters: 'options' });
    try {
      const database = opened(LOGIN, { isPooled: false, at: ignoring });
      expect(await sessionProblem(database.direct, undefined)).toContain('Set DATABASE_POOLER=transaction');
    } finally {
      await ignoring.stop();
    }
  });
}
