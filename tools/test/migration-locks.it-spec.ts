import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import type { LockWaits } from '../src/migrate/lock-waits.js';
import { migrateDatabase } from '../src/migrate/migrate-database.js';
import { ScratchMigrations } from './scratch-migrations.js';

const WAITS: LockWaits = { tryMs: 100, totalMs: 30_000, firstPauseMs: 20, longestPauseMs: 100, concurrentMs: 30_000 };

const scratch = new ScratchMigrations('locks');
afterAll(() => scratch.remove());

let lines: string[];
beforeEach(async () => {
  lines = [];
  await scratch.begin();
  scratch.migration('1_first', 'CREATE TABLE a (id int NOT NULL, name text); INSERT INTO a VALUES (1), (2);');
  await migrate();
});

/** `onLine` is called with each line of the log. */
function migrate(waits: Partial<LockWaits> = {}, onLine: (line: string) => void = () => undefined) {
  const report = (line: string) => {
    lines.push(line);
    onLine(line);
  };
  return migrateDatabase(scratch.url, scratch.directory, { waits: { ...WAITS, ...waits }, report });
}

const recorded = () =>
  scratch.query(
    `SELECT finished_at IS NOT NULL AS finished, rolled_back_at IS NOT NULL AS rolled_back FROM _prisma_migrations
     WHERE migration_name = '2_second' ORDER BY started_at`,
  );
const FINISHED = { finished: true, rolled_back: false };
const ROLLED_BACK = { finished: false, rolled_back: true };

/** A transaction that has written the table. `work` ends it by COMMIT. */
function whileWritten<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  return scratch.connected(async (client) => {
    await client.query('BEGIN');
    await client.query('INSERT INTO a VALUES (3)');
    return await work(client);
  });
}

describe('a lock that a transaction holds', () => {
  beforeEach(() => scratch.migration('2_second', 'ALTER TABLE a ADD COLUMN b int;'));

  it('is tried again until the transaction ends, and each try that failed names the migration', async () => {
    await whileWritten(async (client) => {
      let ended: Promise<unknown> | undefined;
      const outcome = await migrate({}, () => {
        if (lines.length === 2) ended = client.query('COMMIT');
      });
      await ended;
      expect(outcome.applied).toEqual(['2_second']);
    });
    expect(lines.slice(0, 2)).toEqual([
      'Migration 2_second did not get its locks (timeout or deadlock, try 1), again in 20 ms',
      'Migration 2_second did not get its locks (timeout or deadlock, try 2), again in 40 ms',
    ]);
    expect(await recorded()).toEqual([FINISHED]);
  });

  it('lets other statements through between the tries', async () => {
    await whileWritten(async (client) => {
      let written: Promise<unknown[]> | undefined;
      await migrate({}, () => {
        written ??= scratch.query('INSERT INTO a VALUES (4) RETURNING id').finally(() => client.query('COMMIT'));
      });
      expect(await written).toEqual([{ id: 4 }]);
    });
  });

  it('is given up after a time, with the migration and who holds it, and the next run applies it', async () => {
    await whileWritten(async (client) => {
      await client.query("SET application_name = 'the-writer'");
      await expect(migrate({ totalMs: 200 })).rejects.toThrow(
        /^Migration 2_second did not get its locks in \d+ tries and was rolled back.*process \d+ of the-writer \(postgres\), open for \d+ s/,
      );
      await client.query('COMMIT');
    });
    expect(await recorded()).toEqual([ROLLED_BACK]);
    expect((await migrate()).applied).toEqual(['2_second']);
    expect(await recorded()).toEqual([ROLLED_BACK, FINISHED]);
  });

  it('of a function is tried again too', async () => {
    scratch.migration('2_second', 'SELECT 1;');
    scratch.functionFile('f', '1', 'ALTER TABLE a ALTER COLUMN name DROP NOT NULL;');
    await whileWritten(async (client) => {
      let ended: Promise<unknown> | undefined;
      await migrate({}, () => {
        ended ??= client.query('COMMIT');
      });
      await ended;
    });
    expect(lines).toContainEqual(expect.stringMatching(/^The functions of prisma\/functions did not get its locks/));
    expect(await scratch.query('SELECT f()')).toEqual([{ f: 1 }]);
  });
});

describe('an index that is built concurrently', () => {
  const CREATE = '-- For reads by id.\nCREATE UNIQUE INDEX CONCURRENTLY a_id ON a (id);';
  const index = () => scratch.query("SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass('a_id')");
  beforeEach(() => scratch.migration('2_second', CREATE));

  it('is built while others write the table', async () => {
    await whileWritten(async (client) => {
      const done = migrate();
      // The build waits for this transaction, and does not stop another one.
      await scratch.query('INSERT INTO a VALUES (5)');
      await client.query('COMMIT');
      expect((await done).applied).toEqual(['2_second']);
    });
    expect(await index()).toEqual([{ valid: true }]);
    expect(await recorded()).toEqual([FINISHED]);
    expect((await migrate()).applied).toEqual([]);
  });

  it('is built once if several jobs run at the same time', async () => {
    const outcomes = await Promise.all([migrate(), migrate(), migrate()]);
    expect(outcomes.flatMap(({ applied }) => applied)).toEqual(['2_second']);
    expect(lines).toContain('another migration job is at work: waiting for its end');
  });

  it('is dropped if it fails, which the message explains, and is built by the next run', async () => {
    await scratch.query('INSERT INTO a VALUES (1)');
    await expect(migrate()).rejects.toThrow(
      /^Migration 2_second failed: could not create unique index "a_id": Key \(id\)=\(1\) is duplicated/,
    );
    expect(await index()).toEqual([]);
    expect(await recorded()).toEqual([ROLLED_BACK]);
    await scratch.query('DELETE FROM a WHERE ctid = (SELECT max(ctid) FROM a)');
    expect((await migrate()).applied).toEqual(['2_second']);
    expect(await index()).toEqual([{ valid: true }]);
  });

  it('is built again if the job was killed while it was built', async () => {
    await whileWritten(async (client) => {
      const killed = migrate();
      const failed = expect(killed).rejects.toThrow(/^Migration 2_second failed: .*terminat/);
      await untilBuilding();
      await scratch.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'parley-migrate' AND datname = current_database()",
      );
      await failed;
      await client.query('COMMIT');
    });
    expect(await index()).toEqual([{ valid: false }]);
    expect(await recorded()).toEqual([{ finished: false, rolled_back: false }]);
    lines = [];
    expect((await migrate()).applied).toEqual(['2_second']);
    expect(lines[0]).toBe('2_second was interrupted earlier and left the index a_id invalid: it is dropped');
    expect(await index()).toEqual([{ valid: true }]);
    expect(await recorded()).toEqual([FINISHED]);
  });

  it('is kept if the job was killed after it was built', async () => {
    await migrate();
    const before = await scratch.query("SELECT 'a_id'::regclass::oid AS oid");
    await scratch.query("UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = '2_second'");
    expect((await migrate()).applied).toEqual(['2_second']);
    expect(await scratch.query("SELECT 'a_id'::regclass::oid AS oid")).toEqual(before);
    expect(await recorded()).toEqual([FINISHED]);
  });

  it('fails if there is an index of its name that no migration made', async () => {
    await scratch.query('CREATE INDEX a_id ON a (name)');
    await expect(migrate()).rejects.toThrow('Migration 2_second failed: relation "a_id" already exists');
    expect(await index()).toEqual([{ valid: true }]);
  });

  it('can be dropped concurrently', async () => {
    scratch.migration('3_third', 'DROP INDEX CONCURRENTLY IF EXISTS a_id;');
    expect((await migrate()).applied).toEqual(['2_second', '3_third']);
    expect(await index()).toEqual([]);
  });

  /** The index exists, and is invalid. */
  async function untilBuilding(): Promise<void> {
    const building = 'SELECT FROM pg_stat_progress_create_index WHERE datname = current_database() AND phase LIKE $1';
    while ((await scratch.query(building, ['waiting%'])).length === 0);
  }
});
