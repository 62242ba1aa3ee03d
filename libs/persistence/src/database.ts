import { PrismaPg } from '@prisma/adapter-pg';
import { z } from 'zod';
import { DeadlinePool, watchTransaction } from './deadline-pool.js';
import { DirectWriter } from './direct-reader.js';
import { Prisma, PrismaClient } from './generated/client.js';
import { BEGIN_READING, endAfterFailure, sendTogether } from './one-message.js';
import { ARRIVED_OPTION } from './pooled-sessions.js';
import { MAX_PREPARED, StatementNames } from './prepared-statements.js';
import type { SqlReader, SqlWriter } from './rows.js';
import { type RowsOf, type Selects, togetherRows, togetherStatement } from './selects.js';
import { SnapshotReader } from './snapshot-reader.js';
import { Transaction, type Tx } from './transaction.js';

export type { Tx };
/** Reads take a transaction or the client. */
export type Reader = Tx | PrismaClient;

export interface DatabaseOptions {
  readonly url: string;
  /** PostgreSQL role of the service: it may write its own tables only. Undefined: all rights of the login (operator's command line, tests). */
  readonly role?: string;
  readonly poolSize: number;
  /** PostgreSQL cancels any statement that takes longer. */
  readonly statementTimeoutMs?: number;
  /** Shown in pg_stat_activity. */
  readonly name: string;
  /** Whether the URL leads to a pooler that gives each transaction another connection: docs/adr/0055-pgbouncer.md. */
  readonly isPooled?: boolean;
}

export interface TransactionOptions {
  readonly timeoutMs?: number;
  /** Default: ReadCommitted. */
  readonly isolation?: 'RepeatableRead';
}

const TRANSACTION_TIMEOUT_MS = 10_000;
/** A longer wait for a free connection means overload, and is answered with 503. */
const POOL_WAIT_MS = 4_000;
const STATEMENT_TIMEOUT_MS = 30_000;
/** PostgreSQL ends the transaction of a process that was paused, or whose connection broke without a FIN. */
const IDLE_IN_TRANSACTION_MS = 30_000;
/**
 * The maximum duration of a transaction that writes: the longest `timeoutMs` (30 s), a statement that began just before it ended (30 s), and a
 * pause of the process (30 s). A reader that looks for recent rows by the start time of their transactions must look back this far.
 */
export const MAX_WRITE_SECONDS = 90;
/** pg closes an idle connection after 10 s. A new one must plan its prepared statements again, and on a server with little load most calls would get a new one. */
const IDLE_CONNECTION_MS = 60_000;
/** TCP keep-alive: a connection to a server that vanished is noticed within 20 s, even while it is idle. */
const KEEP_ALIVE_MS = 10_000;

/** A snapshot of the whole database, exported so that other services can read exactly the same state. */
export interface ExportedSnapshot<S extends Selects = Selects> {
  readonly snapshotId: string;
  /** Of the selects that were given. */
  readonly rows: RowsOf<S>;
}

const exportedRow = z.tuple([z.object({ id: z.string() })]);

/** PostgreSQL through Prisma. A statement made for a call ends at the deadline of the call. */
export class Database {
  /** Runs raw SQL without Prisma, on the same pool: docs/adr/0032-direct-reads.md. */
  readonly direct: SqlReader & SqlWriter;
  private readonly pool: DeadlinePool;
  private readonly names: StatementNames;
  private opened: PrismaClient | undefined;
  private readonly isOfService: boolean;

  constructor(options: DatabaseOptions) {
    const settings = [
      `-c statement_timeout=${options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS}`,
      '-c jit=off',
      // Of disks without moving parts, and of rows in memory. With PostgreSQL's initial value, finding the newest messages of a channel read all
      // messages of the installation backward, as long as these were some ten thousand.
      '-c random_page_cost=1.1',
      '-c default_transaction_isolation=read\\ committed',
      `-c ${ARRIVED_OPTION}`,
    ];
    if (options.role !== undefined) {
      settings.push(`-c role=${options.role}`, `-c idle_in_transaction_session_timeout=${IDLE_IN_TRANSACTION_MS}`);
    }
    this.isOfService = options.role !== undefined;
    const isPooled = options.isPooled ?? false;
    // What a session has prepared is unknown behind a pooler.
    this.names = new StatementNames(isPooled ? 0 : MAX_PREPARED);
    this.pool = new DeadlinePool({
      connectionString: options.url,
      max: options.poolSize,
      application_name: options.name,
      // A pooler refuses them. The login has the same settings: tools/src/migrate/session-settings.ts.
      ...(isPooled ? {} : { options: settings.join(' ') }),
      connectionTimeoutMillis: POOL_WAIT_MS,
      idleTimeoutMillis: IDLE_CONNECTION_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    });
    // pg replaces an idle connection that is lost. Without a listener, the event would end the process.
    this.pool.on('error', () => undefined);
    this.direct = new DirectWriter(this.pool, this.names);
  }

  /** Made when it is first used: it takes 15 MB, which a process that only reads does not need. */
  get client(): PrismaClient {
    this.opened ??= new PrismaClient({
      adapter: new PrismaPg(this.pool, { statementNameGenerator: ({ sql }) => this.names.of(sql) }),
    });
    return this.opened;
  }

  /** How many connections are used and idle now, and how many statements wait for one. */
  get connections(): { used: number; idle: number; waiting: number } {
    const { totalCount, idleCount, waitingCount } = this.pool;
    return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  }

  /** Runs `work` in one transaction; an exception rolls back. It must not call other services, send mail or enqueue jobs. */
  async transaction<T>(work: (tx: Tx) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    // Tests inspect the database with a login without role, also during a transaction of their own.
    const watched = (tx: Tx) => (this.isOfService ? watchTransaction(this.pool, () => work(tx)) : work(tx));
    const timeoutMs = options.timeoutMs ?? TRANSACTION_TIMEOUT_MS;
    const connection = await this.pool.connect();
    const transaction = new Transaction({
      connection,
      names: this.names,
      // Every connection starts with READ COMMITTED.
      begin: options.isolation === undefined ? 'BEGIN' : 'BEGIN ISOLATION LEVEL REPEATABLE READ',
      timeoutMs,
      prisma: () => this.client,
    });
    const ignore = () => undefined;
    // The next statement reports the loss of the connection. Without a listener, the event would end the process.
    connection.on('error', ignore);
    try {
      const result = await within(timeoutMs, 'the transaction was open for too long', watched(transaction.tx));
      await transaction.commit();
      connection.off('error', ignore);
      return result;
    } catch (error) {
      const rolledBack = transaction.rollback().then(() => connection.off('error', ignore));
      // After that, a statement may still run: the rollback waits for its end.
      if (!(error instanceof TooLongError)) await rolledBack;
      throw error;
    }
  }

  /**
   * Runs statements in one transaction, in one round trip. Returns the rows of each statement. If one fails, none has an effect: see
   * `isRejected` for what is known after an exception.
   */
  async runTogether(statements: readonly Prisma.Sql[]): Promise<readonly unknown[][]> {
    const connection = await this.pool.connect();
    try {
      const results = await sendTogether(connection, this.names, { before: 'BEGIN', statements, after: 'COMMIT' });
      connection.release();
      return statements.map((_, index) => results[index + 1]?.rows ?? []);
    } catch (error) {
      await endAfterFailure(connection);
      throw error;
    }
  }

  /** Exports a snapshot that others can join until `work` settles, or the time is over. On the primary only. */
  exportSnapshot<T>(work: (snapshot: Pick<ExportedSnapshot, 'snapshotId'>) => Promise<T>, timeoutMs: number): Promise<T> {
    return this.exportSnapshotWith({}, work, timeoutMs);
  }

  /** Exports a snapshot, and runs the selects in it, in one round trip. */
  async exportSnapshotWith<S extends Selects, T>(
    selects: S,
    work: (snapshot: ExportedSnapshot<S>) => Promise<T>,
    timeoutMs: number,
  ): Promise<T> {
    const connection = await this.pool.connect();
    const before = `${BEGIN_READING};\n${EXPORT}`;
    const statement = togetherStatement(selects);
    const statements = statement === undefined ? [] : [statement];
    const results = await sendTogether(connection, this.names, { before, statements }).catch(async (error: unknown) => {
      await endAfterFailure(connection);
      throw error;
    });
    const ignore = () => undefined;
    // Without a listener, the loss of the connection would end the process.
    connection.on('error', ignore);
    let lost: unknown;
    try {
      const [{ id: snapshotId }] = exportedRow.parse(results[1]?.rows);
      const snapshot = { snapshotId, rows: togetherRows(selects, statement === undefined ? [] : results.at(-1)?.rows) };
      const run = () => within(timeoutMs, 'the snapshot was open for too long', work(snapshot));
      return await (this.isOfService ? watchTransaction(this.pool, run) : run());
    } finally {
      // Reads only: how it ends makes no difference.
      await connection.query('ROLLBACK').catch((error: unknown) => {
        lost = error;
      });
      connection.off('error', ignore);
      connection.release(lost !== undefined);
    }
  }

  /** Reads in a snapshot that another process exported, and keeps open meanwhile. */
  async inSnapshot<T>(snapshotId: string, work: (reader: SqlReader) => Promise<T>): Promise<T> {
    const reader = new SnapshotReader(this.pool, this.names, joining(snapshotId));
    try {
      return await work(reader);
    } finally {
      reader.close();
    }
  }

  async ping(): Promise<void> {
    await this.direct.$queryRaw(Prisma.sql`SELECT 1`);
  }

  async close(): Promise<void> {
    await this.opened?.$disconnect();
    if (!this.pool.ending) await this.pool.end();
  }
}

/** The start of the server tells those who join whether they reached the same server. */
const EXPORT = "SELECT pg_export_snapshot() || '@' || extract(epoch FROM pg_postmaster_start_time()) AS id";

/**
 * Statements that join a snapshot. SET takes no parameters, so the id is checked. While a standby is promoted, this connection
 * may lead to another server than the connection that exported the snapshot, and both servers use the same snapshot names.
 */
function joining(snapshotId: string): string {
  const [, exported, server] = /^([0-9A-F-]+)@([0-9.]+)$/i.exec(snapshotId) ?? [];
  if (exported === undefined || server === undefined) throw new Error('not a snapshot id');
  return `SET TRANSACTION SNAPSHOT '${exported}'; SELECT check_same_server(${server})`;
}

class TooLongError extends Error {}

/** Rejects if the work takes longer. The work itself goes on, but can no longer use the transaction. */
async function within<T>(timeoutMs: number, reason: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TooLongError(reason)), timeoutMs);
  });
  try {
    return await Promise.race([work, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
