import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseConnection } from '@parley/testing';
import { eventually } from '../../client/eventually.js';
import { connectToSuiteDatabase } from '../../client/suite-database.js';

const TRIES = 600;
const BETWEEN_TRIES_MS = 100;

/** A process of the suite whose statement waits, and the backend of its connection. */
export interface Waiting {
  readonly instance: string;
  readonly backend: number;
}

/** `$1` and so on stand for the values. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * A commit of the test, which waits. Commits wait as soon as the checkpointer of PostgreSQL has read the setting, which a checkpoint on a busy
 * machine delays for seconds.
 */
class HeldCommit {
  private constructor(
    private readonly client: DatabaseConnection,
    private readonly commit: Promise<unknown>,
  ) {}

  static async begin(database: HeldDatabase): Promise<HeldCommit> {
    const client = await connectToSuiteDatabase();
    const [own] = (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows;
    const waits = { text: "SELECT FROM pg_stat_activity WHERE pid = $1 AND wait_event = 'SyncRep'", values: [own?.pid] };
    for (let tries = 0; tries < TRIES; tries += 1) {
      let isOver = false;
      const commit = client.query("SELECT pg_logical_emit_message(true, 'tests', 'a commit')").finally(() => {
        isOver = true;
      });
      const waiting = await eventually(
        async () => isOver || (await database.rows(waits)).length > 0,
        (isKnown) => isKnown,
      );
      if (waiting && !isOver) return new HeldCommit(client, commit);
      await commit;
      await delay(BETWEEN_TRIES_MS);
    }
    await client.end();
    throw new Error('commits do not wait');
  }

  async ended(): Promise<void> {
    await this.commit;
    await this.client.end();
  }
}

/** The database of the suite. What the test locks in it stops every service that needs it, at exactly that point of its transaction. */
export class HeldDatabase {
  private readonly holds = new Set<Hold>();
  private heldCommit: HeldCommit | undefined;

  private constructor(private readonly client: DatabaseConnection) {}

  static async open(): Promise<HeldDatabase> {
    return new HeldDatabase(await connectToSuiteDatabase());
  }

  async rows<T extends object>({ text, values }: Statement): Promise<T[]> {
    return (await this.client.query<T>(text, [...values])).rows;
  }

  /** Runs a statement in a transaction that stays open: everyone who needs what it locked or wrote waits. */
  async hold(statement: Statement): Promise<Hold> {
    const hold = await Hold.begin(this, statement);
    this.holds.add(hold);
    return hold;
  }

  /** From now on every commit is written, but its transaction does not end: it waits for a standby that does not exist. */
  async holdCommits(): Promise<void> {
    await this.setStandbys('nobody');
    this.heldCommit = await HeldCommit.begin(this);
  }

  async releaseCommits(): Promise<void> {
    await this.setStandbys('');
    await this.heldCommit?.ended();
    this.heldCommit = undefined;
  }

  /** Resolves when all of these have written their changes and wait for the end of their commit. */
  async untilCommitting(waiting: readonly Waiting[]): Promise<void> {
    const text = "SELECT pid FROM pg_stat_activity WHERE pid = ANY ($1) AND wait_event = 'SyncRep'";
    const backends = waiting.map(({ backend }) => backend);
    const committing = await eventually(
      () => this.rows({ text, values: [backends] }),
      ({ length }) => length === backends.length,
    );
    if (committing.length < backends.length) throw new Error(`${committing.length} of ${backends.length} reached their commit`);
  }

  /** Rolls back the transactions of killed processes. Otherwise their backends would finish the statement before they notice. */
  async rollBack(waiting: readonly Waiting[]): Promise<void> {
    const backends = waiting.map(({ backend }) => backend);
    await this.rows({ text: 'SELECT pg_terminate_backend(backend) FROM unnest($1::int[]) AS backend', values: [backends] });
    const left = { text: 'SELECT pid FROM pg_stat_activity WHERE pid = ANY ($1)', values: [backends] };
    await eventually(
      () => this.rows(left),
      ({ length }) => length === 0,
    );
  }

  /** The process that waits for what this backend of the test holds. */
  async waitingFor(backend: number): Promise<Waiting> {
    const text = 'SELECT application_name AS instance, pid AS backend FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))';
    const [found] = await eventually(
      () => this.rows<Waiting>({ text, values: [backend] }),
      ({ length }) => length > 0,
    );
    if (found === undefined) throw new Error('no process waits for what the test holds');
    return found;
  }

  /** Releases everything. */
  async close(): Promise<void> {
    await this.releaseCommits();
    await Promise.all([...this.holds].map((hold) => hold.release()));
    await this.client.end();
  }

  private async setStandbys(names: string): Promise<void> {
    await this.client.query(`ALTER SYSTEM SET synchronous_standby_names = '${names}'`);
    await this.client.query('SELECT pg_reload_conf()');
    const shown = { text: 'SELECT setting FROM pg_settings WHERE name = $1', values: ['synchronous_standby_names'] };
    await eventually(
      () => this.rows<{ setting: string }>(shown),
      ([row]) => row?.setting === names,
    );
  }
}

/** A transaction of the test and what it holds. */
export class Hold {
  private isReleased = false;

  private constructor(
    private readonly database: HeldDatabase,
    private readonly client: DatabaseConnection,
    private readonly backend: number,
  ) {}

  static async begin(database: HeldDatabase, { text, values }: Statement): Promise<Hold> {
    const client = await connectToSuiteDatabase();
    await client.query('BEGIN');
    const { rows } = await client.query<{ backend: number }>('SELECT pg_backend_pid() AS backend');
    await client.query(text, [...values]);
    return new Hold(database, client, rows[0]?.backend ?? 0);
  }

  /** The process that waits here. */
  waiting(): Promise<Waiting> {
    return this.database.waitingFor(this.backend);
  }

  async release(): Promise<void> {
    if (this.isReleased) return;
    this.isReleased = true;
    await this.client.query('ROLLBACK');
    await this.client.end();
  }
}
