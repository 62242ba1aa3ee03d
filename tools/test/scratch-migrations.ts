import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { ensureDatabase } from '../src/migrate/ensure-database.js';
import { ScratchFolders } from '../src/scratch-folders.js';

const server = process.env.PARLEY_TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:55432/postgres';

/** Databases of one test file, each with a folder of migrations and functions. */
export class ScratchMigrations {
  readonly server = server;
  url = '';
  directory = '';
  private readonly made: string[] = [];
  private readonly folders = new ScratchFolders();

  constructor(private readonly prefix: string) {}

  /** The URL of a database that does not exist yet. `remove` drops it. */
  unmadeDatabase(): string {
    const database = new URL(server);
    const name = `${this.prefix}_${process.pid}_${this.made.length}`;
    database.pathname = `/${name}`;
    this.made.push(name);
    return database.href;
  }

  /** A new database and a new folder. */
  async begin(): Promise<void> {
    this.url = this.unmadeDatabase();
    this.directory = this.folders.make('prisma');
    for (const folder of ['migrations', 'functions']) mkdirSync(join(this.directory, folder));
    await ensureDatabase(this.url);
  }

  migration(name: string, sql: string): void {
    mkdirSync(join(this.directory, 'migrations', name), { recursive: true });
    writeFileSync(join(this.directory, 'migrations', name, 'migration.sql'), sql);
  }

  /** Functions of the owner `owner`. `returned`: the SQL expression that the body returns. */
  functionFile(name: string, returned: string, more = ''): void {
    const sql = `CREATE OR REPLACE FUNCTION ${name}() RETURNS int LANGUAGE sql AS $$ SELECT ${returned} $$;${more}`;
    mkdirSync(join(this.directory, 'functions/owner'), { recursive: true });
    writeFileSync(this.functionPath(name), sql);
  }

  functionPath(name: string): string {
    return join(this.directory, 'functions/owner', `${name}.sql`);
  }

  query(sql: string, values: readonly unknown[] = []): Promise<unknown[]> {
    return this.queryAt(this.url, sql, values);
  }

  queryAt(url: string, sql: string, values: readonly unknown[] = []): Promise<unknown[]> {
    return this.connected(async (client) => (await client.query<Record<string, unknown>>(sql, [...values])).rows, url);
  }

  async connected<T>(work: (client: pg.Client) => Promise<T>, url = this.url): Promise<T> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  async remove(): Promise<void> {
    this.folders.remove();
    for (const name of this.made) await this.queryAt(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }
}
