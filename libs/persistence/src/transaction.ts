import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import { types } from './direct-reader.js';
import { Prisma, type PrismaClient } from './generated/client.js';
import { isKnownState, sendTogether } from './one-message.js';
import type { StatementNames } from './prepared-statements.js';
import { asSql, type SqlReader, type SqlWriter } from './rows.js';

/**
 * A transaction. Every function that writes takes one explicitly. Raw SQL goes to pg directly, models go through Prisma on the same connection:
 * docs/adr/0038-transactions-without-prisma.md.
 */
export interface Tx extends Models, SqlReader, SqlWriter {
  $queryRaw(statement: TemplateStringsArray | Prisma.Sql, ...values: unknown[]): Promise<unknown[]>;
  $executeRaw(statement: TemplateStringsArray | Prisma.Sql, ...values: unknown[]): Promise<number>;
  /** Runs the last statement and commits, in one round trip. After it the transaction cannot be used. */
  $commitWith(statement: Prisma.Sql): Promise<unknown[]>;
}

type ModelName = Uncapitalize<Prisma.ModelName>;
type Models = Pick<PrismaClient, ModelName>;

const MODEL_NAMES = Object.values(Prisma.ModelName).map((name) => `${name.charAt(0).toLowerCase()}${name.slice(1)}`);

/** A transaction that Prisma begins while another one is open on a connection of ours, and that is to run on this connection. */
const joinedByPrisma = new AsyncLocalStorage<{ connection: pg.PoolClient | undefined }>();

/** The connection on which Prisma is to begin its transaction. Returns it only once. */
export function takeConnectionToJoin(): pg.PoolClient | undefined {
  const given = joinedByPrisma.getStore();
  const connection = given?.connection;
  if (given !== undefined) given.connection = undefined;
  return connection;
}

export interface TransactionSource {
  readonly connection: pg.PoolClient;
  readonly names: StatementNames;
  /** The statement that begins the transaction. It is sent together with the first statement. */
  readonly begin: string;
  readonly timeoutMs: number;
  prisma(): PrismaClient;
}

/** A transaction on a connection of the pool. */
export class Transaction {
  readonly tx: Tx;
  /** The message that begins the transaction. Statements wait for it: outside of a transaction PostgreSQL would commit each of them. */
  private beginning: Promise<unknown> | undefined;
  private isEnded = false;
  private isCommitted = false;
  private joined: { readonly models: Promise<Models>; readonly end: () => Promise<void> } | undefined;

  constructor(private readonly source: TransactionSource) {
    this.tx = new TransactionHandle(this) as TransactionHandle & Models;
  }

  /** Commits unless `$commitWith` did, and gives the connection back. */
  async commit(): Promise<void> {
    await this.joined?.end();
    this.isEnded = true;
    if (this.isCommitted || this.beginning === undefined) return this.source.connection.release();
    const { command } = await this.source.connection.query('COMMIT');
    // PostgreSQL answers COMMIT with ROLLBACK if a statement failed. The work caught that error, so the caller learns of the rollback here.
    if (command !== 'COMMIT') throw new Error('a statement of the transaction failed, so it was rolled back');
    this.source.connection.release();
  }

  /** Also after a commit that failed. Never throws. A connection that is in an unknown state is closed. */
  async rollback(): Promise<void> {
    this.isEnded = true;
    await this.joined?.end();
    const { connection } = this.source;
    if (this.beginning === undefined || this.isCommitted) return connection.release();
    const isEnded = await connection.query('ROLLBACK').then(
      () => true,
      () => false,
    );
    connection.release(!isEnded || !isKnownState(connection));
  }

  async run(statement: Prisma.Sql): Promise<Pick<pg.QueryResult<Record<string, unknown>>, 'rows' | 'rowCount'>> {
    this.checkOpen();
    const { connection, names, begin } = this.source;
    if (this.beginning !== undefined) {
      await this.beginning;
      this.checkOpen();
      const { text, values } = statement;
      return connection.query<Record<string, unknown>>({ text, values, name: names.of(text), types });
    }
    const first = sendTogether(connection, names, { before: begin, statements: [statement] });
    this.beginning = first;
    return (await first).at(-1) ?? NOTHING;
  }

  async commitWith(statement: Prisma.Sql): Promise<unknown[]> {
    this.checkOpen();
    await this.joined?.end();
    await this.beginning;
    this.checkOpen();
    this.isEnded = true;
    const { connection, names, begin } = this.source;
    const before = this.beginning === undefined ? begin : undefined;
    const last = sendTogether(connection, names, { before, statements: [statement], after: 'COMMIT' });
    this.beginning ??= last;
    const results = await last;
    this.isCommitted = true;
    return results.at(-2)?.rows ?? [];
  }

  private checkOpen(): void {
    if (this.isEnded) throw new Error('the transaction has ended');
  }

  /** Like a model of Prisma, whose transaction is joined at the first use. */
  model(name: string): unknown {
    const call =
      (method: string | symbol) =>
      async (...args: unknown[]) => {
        this.checkOpen();
        this.joined ??= this.join();
        const model: object = Reflect.get(await this.joined.models, name);
        return await Reflect.apply(Reflect.get(model, method), model, args);
      };
    return new Proxy({}, { get: (_, method) => call(method) });
  }

  /** Begins a transaction of Prisma on the connection of this one. It lasts as long, and neither begins nor commits anything in PostgreSQL. */
  private join(): { readonly models: Promise<Models>; readonly end: () => Promise<void> } {
    let release: () => void = () => undefined;
    const ending = new Promise<void>((resolve) => {
      release = resolve;
    });
    let whole: Promise<void> = Promise.resolve();
    const models = new Promise<Models>((resolve, reject) => {
      const client = this.source.prisma();
      whole = joinedByPrisma
        .run({ connection: this.forPrisma() }, async () =>
          client.$transaction(
            async (tx) => {
              resolve(tx);
              await ending;
            },
            // The timeout of the whole transaction fires first.
            { timeout: 2 * this.source.timeoutMs },
          ),
        )
        .catch(reject);
    });
    return {
      models,
      end: async () => {
        release();
        await whole;
      },
    };
  }

  /** The connection, without what begins or ends its transaction. */
  private forPrisma(): pg.PoolClient {
    const query = async (statement: pg.QueryConfig) => {
      const text = statement.text.trim();
      if (text === 'COMMIT' || text === 'ROLLBACK') return NOTHING;
      if (text !== 'BEGIN') return this.source.connection.query(statement);
      this.beginning ??= this.source.connection.query(this.source.begin);
      await this.beginning;
      return NOTHING;
    };
    return new Proxy(this.source.connection, {
      get: (connection, property) => {
        if (property === 'query') return query;
        if (property === 'release') return () => undefined;
        const value: unknown = Reflect.get(connection, property);
        return typeof value === 'function' ? value.bind(connection) : value;
      },
    });
  }
}

/** What the work of a transaction uses. It has a property for each model, defined below. */
class TransactionHandle {
  readonly #transaction: Transaction;

  constructor(transaction: Transaction) {
    this.#transaction = transaction;
  }

  async $queryRaw(statement: TemplateStringsArray | Prisma.Sql, ...values: unknown[]): Promise<unknown[]> {
    return (await this.#transaction.run(asSql(statement, values))).rows;
  }

  async $executeRaw(statement: TemplateStringsArray | Prisma.Sql, ...values: unknown[]): Promise<number> {
    return (await this.#transaction.run(asSql(statement, values))).rowCount ?? 0;
  }

  $commitWith(statement: Prisma.Sql): Promise<unknown[]> {
    return this.#transaction.commitWith(statement);
  }

  static {
    for (const name of MODEL_NAMES) {
      Object.defineProperty(TransactionHandle.prototype, name, {
        get(this: TransactionHandle) {
          return this.#transaction.model(name);
        },
      });
    }
  }
}

const NOTHING = { rows: [], rowCount: 0, fields: [] };
