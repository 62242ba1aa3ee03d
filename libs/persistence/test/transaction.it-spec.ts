import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { expectSoon, type TestDatabase, testDatabase } from '@parley/testing';
import { z } from 'zod';
import { Database, isDatabaseAway, isRejected, isUniqueViolation, Prisma, select, type Tx } from '../src/index.js';

let postgres: TestDatabase;
let database: Database;
beforeAll(async () => {
  postgres = await testDatabase();
  database = new Database({ url: postgres.env.DATABASE_URL, poolSize: 1, name: 'parley-tests-transaction' });
  await postgres.database.client.$executeRawUnsafe('CREATE TABLE word (n bigint UNIQUE, text text)');
});
beforeEach(() => postgres.database.client.$executeRawUnsafe('TRUNCATE word'));
afterAll(async () => {
  await database.close();
  await postgres.close();
});

const words = () => postgres.database.client.$queryRawUnsafe('SELECT n::int, text FROM word ORDER BY n');
const insert = (tx: Tx, n: number, text: string) => tx.$executeRaw`INSERT INTO word VALUES (${n}, ${text})`;
const inserting = (n: number, text: string) => Prisma.sql`/* prepared */ INSERT INTO word VALUES (${n}, ${text}) RETURNING n, text`;
const organization = (stringId: string) => ({ stringId, name: stringId });

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe('a transaction', () => {
  it('commits raw statements and models together', async () => {
    const id = await database.transaction(async (tx) => {
      await insert(tx, 1, "it's \\ one");
      const { id } = await tx.organization.create({ data: organization('together') });
      const [row] = [await tx.$queryRaw`SELECT string_id FROM organization WHERE id = ${id}`];
      expect(row).toEqual([{ string_id: 'together' }]);
      return id;
    });
    expect(await words()).toEqual([{ n: 1, text: "it's \\ one" }]);
    expect(await postgres.database.client.organization.count({ where: { id } })).toBe(1);
  });

  it('rolls raw statements and models back together', async () => {
    const failure = await failureOf(
      database.transaction(async (tx) => {
        await tx.organization.create({ data: organization('rolled-back') });
        await insert(tx, 1, 'one');
        throw new Error('changed my mind');
      }),
    );
    expect(failure).toEqual(new Error('changed my mind'));
    expect(await words()).toEqual([]);
    expect(await postgres.database.client.organization.count({ where: { stringId: 'rolled-back' } })).toBe(0);
  });

  it('begins with a model as well as with raw SQL, also at another isolation', async () => {
    const isolation = await database.transaction(
      async (tx) => {
        expect(await tx.organization.count({ where: { stringId: 'nowhere' } })).toBe(0);
        return tx.$queryRaw`SELECT current_setting('transaction_isolation') AS level`;
      },
      { isolation: 'RepeatableRead' },
    );
    expect(isolation).toEqual([{ level: 'repeatable read' }]);
  });

  it('keeps transactions at the same time apart', async () => {
    const many = new Database({ url: postgres.env.DATABASE_URL, poolSize: 5, name: 'parley-tests-many' });
    try {
      const ids = Array.from({ length: 20 }, (_, n) => n);
      const write = (n: number) =>
        many.transaction(async (tx) => {
          await insert(tx, n, 'kept');
          const found = await tx.organization.findUnique({ where: { stringId: `apart-${n}` } });
          await tx.organization.create({ data: organization(`apart-${n}`) });
          expect(found).toBeNull();
          if (n % 2 === 1) throw new Error('odd');
        });
      await Promise.allSettled(ids.map(write));
      const even = ids.filter((n) => n % 2 === 0);
      expect(await words()).toEqual(even.map((n) => ({ n, text: 'kept' })));
      const kept = await postgres.database.client.organization.findMany({ where: { stringId: { startsWith: 'apart-' } } });
      expect(kept.map(({ stringId }) => stringId).sort()).toEqual(even.map((n) => `apart-${n}`).sort());
    } finally {
      await many.close();
    }
  });

  it('commits with its last statement, and refuses others after it', async () => {
    const after: unknown[] = [];
    const committed = await database.transaction(async (tx) => {
      await insert(tx, 1, 'one');
      const rows = await tx.$commitWith(inserting(2, 'two'));
      after.push(await words());
      expect(await failureOf(insert(tx, 3, 'three').then())).toEqual(new Error('the transaction has ended'));
      return rows;
    });
    expect(committed).toEqual([{ n: 2, text: 'two' }]);
    expect(after).toEqual([
      [
        { n: 1, text: 'one' },
        { n: 2, text: 'two' },
      ],
    ]);
  });

  it('can consist of the last statement alone', async () => {
    expect(await database.transaction((tx) => tx.$commitWith(inserting(1, 'one')))).toEqual([{ n: 1, text: 'one' }]);
    expect(await words()).toEqual([{ n: 1, text: 'one' }]);
  });

  it('stores nothing if its last statement fails, and its connection remains usable', async () => {
    for (let round = 0; round < 3; round += 1) {
      const failure = await failureOf(
        database.transaction(async (tx) => {
          await insert(tx, 1, 'one');
          await tx.$commitWith(inserting(1, 'again'));
        }),
      );
      expect(isUniqueViolation(failure, 'word_n_key')).toBe(true);
      expect(await words()).toEqual([]);
    }
    expect(await database.transaction((tx) => tx.$queryRaw`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
  });

  it('fails if a statement of it failed, even if the work ignored that', async () => {
    const failure = await failureOf(
      database.transaction(async (tx) => {
        await insert(tx, 1, 'one');
        await failureOf(insert(tx, 1, 'again'));
      }),
    );
    expect(String(failure)).toContain('it was rolled back');
    expect(await words()).toEqual([]);
  });

  it('that could not begin runs none of its statements', async () => {
    const failure = await failureOf(
      database.transaction(async (tx) => {
        const unsendable = failureOf(tx.$queryRaw`SELECT ${'a\0b'}`);
        const meanwhile = failureOf(insert(tx, 1, 'one'));
        await Promise.all([unsendable, meanwhile]);
        await insert(tx, 2, 'two');
      }),
    );
    expect(String(failure)).toContain('null character');
    expect(await words()).toEqual([]);
  });

  it('without a statement does nothing', async () => {
    expect(await database.transaction(async () => 'done')).toBe('done');
    expect(await failureOf(database.transaction(() => Promise.reject(new Error('no'))))).toEqual(new Error('no'));
    expect(await database.transaction((tx) => tx.$queryRaw`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
  });

  it('that is open for too long is refused at once, rolled back, and refuses further statements', async () => {
    let late: Promise<unknown> = Promise.resolve();
    const failure = await failureOf(
      database.transaction(
        async (tx) => {
          await insert(tx, 1, 'one');
          late = failureOf(tx.$queryRaw`SELECT pg_sleep(1)::text`.then(() => insert(tx, 2, 'two')));
          await late;
        },
        { timeoutMs: 200 },
      ),
    );
    expect(isDatabaseAway(failure)).toBe(true);
    expect(await late).toEqual(new Error('the transaction has ended'));
    // The connection is free again after the rollback.
    expect(await database.transaction((tx) => tx.$queryRaw`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
    expect(await words()).toEqual([]);
  });

  it('whose connection is lost fails, and the next one has a new connection', async () => {
    const failure = await failureOf(
      database.transaction(async (tx) => {
        const [{ pid }] = (await tx.$queryRaw`SELECT pg_backend_pid() AS pid`) as [{ pid: number }];
        await insert(tx, 1, 'one');
        await postgres.database.client.$queryRaw`SELECT pg_terminate_backend(${pid})`;
        await insert(tx, 2, 'two');
      }),
    );
    expect(isDatabaseAway(failure)).toBe(true);
    expect(await database.transaction((tx) => tx.$queryRaw`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
    expect(await words()).toEqual([]);
    await expectSoon(async () => database.connections.used, 0);
  });
});

describe('a snapshot', () => {
  const loseConnection = Prisma.sql`SELECT pg_terminate_backend(pg_backend_pid()) AS lost`;

  it('whose connection is lost at its beginning fails, and the process goes on', async () => {
    const lost = { lost: select(z.unknown(), loseConnection) };
    for (let round = 0; round < 5; round += 1) {
      const failure = await failureOf(database.exportSnapshotWith(lost, async () => 'not reached', 5_000));
      expect(isDatabaseAway(failure)).toBe(true);
    }
    expect(await database.transaction((tx) => tx.$queryRaw`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
  });

  it('that another connection joined and lost fails there only', async () => {
    const joined = new Database({ url: postgres.env.DATABASE_URL, poolSize: 1, name: 'parley-tests-joined' });
    try {
      const failures = await database.exportSnapshot(
        ({ snapshotId }) =>
          joined.inSnapshot(snapshotId, async (reader) => [
            await failureOf(Promise.resolve(reader.$queryRaw(loseConnection))),
            await reader.$queryRaw(Prisma.sql`SELECT 1 AS one`),
          ]),
        10_000,
      );
      expect([isDatabaseAway(failures[0]), failures[1]]).toEqual([true, [{ one: 1 }]]);
    } finally {
      await joined.close();
    }
  });
});

describe('statements that run together', () => {
  it('are one transaction, and each returns its rows', async () => {
    for (let round = 0; round < 2; round += 1) {
      const [first, second, third] = [inserting(1, "it's \\ one"), Prisma.sql`SELECT count(*)::int FROM word`, inserting(2, 'two')];
      const rows = await database.runTogether([first, second, third]);
      expect(rows).toEqual([[{ n: 1, text: "it's \\ one" }], [{ count: 1 }], [{ n: 2, text: 'two' }]]);
      const written: unknown = await postgres.database.client.$queryRawUnsafe(
        'SELECT count(DISTINCT xmin::text)::int AS transactions FROM word',
      );
      expect(written).toEqual([{ transactions: 1 }]);
      await postgres.database.client.$executeRawUnsafe('TRUNCATE word');
    }
  });

  it('have no effect if one of them is refused, and the connection remains usable', async () => {
    for (let round = 0; round < 3; round += 1) {
      const failure = await failureOf(database.runTogether([inserting(1, 'one'), inserting(2, 'two'), inserting(1, 'again')]));
      expect(isUniqueViolation(failure, 'word_n_key')).toBe(true);
      expect(isRejected(failure)).toBe(true);
      expect(await words()).toEqual([]);
    }
    expect(await database.runTogether([inserting(1, 'one')])).toEqual([[{ n: 1, text: 'one' }]]);
  });

  it('can be repeated after one of them could not be sent', async () => {
    const remembered = (n: number, text: string) =>
      Prisma.sql`/* prepared */ INSERT INTO word VALUES (${n}, ${text}) RETURNING n AS number`;
    const failure = await failureOf(database.runTogether([remembered(1, 'one'), remembered(2, 'a\0b')]));
    expect(String(failure)).toContain('null character');
    expect(await words()).toEqual([]);
    expect(await database.runTogether([remembered(1, 'one')])).toEqual([[{ number: 1 }]]);
  });

  it('are not known to be refused if the connection was lost', async () => {
    const failure = await failureOf(database.runTogether([inserting(1, 'one'), Prisma.sql`SELECT pg_terminate_backend(pg_backend_pid())`]));
    expect(isRejected(failure)).toBe(false);
    expect(isDatabaseAway(failure)).toBe(true);
    expect(await words()).toEqual([]);
    expect(await database.runTogether([inserting(1, 'one')])).toEqual([[{ n: 1, text: 'one' }]]);
  });
});
