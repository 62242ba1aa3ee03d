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
const joining = new AsyncLocalStorage<{ connection: pg.PoolClient | undefined }>();

/** The connection of the transaction that Prisma is to join. Once for each transaction. */
export function connectionToJoin(): pg.PoolClient | undefined {
  const given = joining.getStore();
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
  private isBegun = false;
  private isEnded = false;
  private isCommitted = false;
  private joined: { readonly models: Promise<Models>; readonly end: () => Promise<void> } | undefined;

  constructor(private readonly source: TransactionSource) {
    const tx: Omit<Tx, ModelName> = {
      $queryRaw: async (statement: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) =>
        (await this.run(asSql(statement, values))).rows,
      $executeRaw: async (statement: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) =>
        (await this.run(asSql(statement, values))).rowCount ?? 0,
      $commitWith: (statement: Prisma.Sql) => this.commitWith(statement),
    };
    for (const name of MODEL_NAMES) Object.defineProperty(tx, name, { get: () => this.model(name) });
    this.tx = tx as Tx;
  }

  /** Commits, if nothing did, and gives the connection back. */
  async commit(): Promise<void> {
    await this.joined?.end();
    this.isEnded = true;
    if (this.isCommitted || !this.isBegun) return this.source.connection.release();
    await this.source.connection.query('COMMIT');
    this.source.connection.release();
  }

  /** Also after a commit that failed. Never throws. A connection that is in an unknown state is closed. */
  async rollback(): Promise<void> {
    this.isEnded = true;
    await this.joined?.end();
    const { connection } = this.source;
    if (!this.isBegun || this.isCommitted) return connection.release();
    const isEnded = await connection.query('ROLLBACK').then(
      () => true,
      () => false,
    );
    connection.release(!isEnded || !isKnownState(connection));
  }

  private async run(statement: Prisma.Sql): Promise<Pick<pg.QueryResult<Record<string, unknown>>, 'rows' | 'rowCount'>> {
    this.checkOpen();
    const { connection, names, begin } = this.source;
    if (this.isBegun) {
      const { text, values } = statement;
      return connection.query<Record<string, unknown>>({ text, values, name: names.of(text), types });
    }
    this.isBegun = true;
    const results = await sendTogether(connection, names, { before: begin, statement });
    return results.at(-1) ?? NOTHING;
  }

  private async commitWith(statement: Prisma.Sql): Promise<unknown[]> {
    this.checkOpen();
    await this.joined?.end();
    this.isEnded = true;
    const { connection, names, begin } = this.source;
    const before = this.isBegun ? undefined : begin;
    this.isBegun = true;
    const results = await sendTogether(connection, names, { before, statement, after: 'COMMIT' });
    this.isCommitted = true;
    return results.at(-2)?.rows ?? [];
  }

  private checkOpen(): void {
    if (this.isEnded) throw new Error('the transaction has ended');
  }

  /** Like a model of Prisma, whose transaction is joined at the first use. */
  private model(name: string): unknown {
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
      whole = joining
        .run({ connection: this.forPrisma() }, async () =>
          client.$transaction(
            async (tx) => {
              resolve(tx);
              await ending;
            },
            // `timeoutMs` ends this transaction before.
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
      if (!this.isBegun) {
        this.isBegun = true;
        await this.source.connection.query(this.source.begin);
      }
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

const NOTHING = { rows: [], rowCount: 0, fields: [] };
