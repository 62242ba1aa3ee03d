import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { testEnvironment } from '@parley/runtime';
import { connectToDatabase, freePort } from '@parley/testing';
import { eventually } from './eventually.js';

const run = promisify(execFile);
const DEADLINE_MS = 60_000;
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'fsync=off',
  'max_connections=100',
  'max_locks_per_transaction=256',
];

interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

/** A PostgreSQL server for one test file, using the installation of the shared server. Tests can kill, restore and promote it. */
export class PrivatePostgres {
  private process: ChildProcess | null = null;

  private constructor(
    private readonly programs: string,
    private readonly account: Account,
    private readonly directory: string,
    readonly port: number,
  ) {}

  static async start(): Promise<PrivatePostgres> {
    const server = await PrivatePostgres.plan();
    await server.execute('initdb', ['-D', server.data, '-A', 'trust', '-U', 'postgres', '-N']);
    await server.up();
    return server;
  }

  /** An asynchronous standby that follows the primary at `primaryPort`. */
  static async standbyOf(primaryPort: number): Promise<PrivatePostgres> {
    const server = await PrivatePostgres.plan();
    const primary = `host=127.0.0.1 port=${primaryPort} user=postgres`;
    await server.execute('pg_basebackup', ['-D', server.data, '-d', primary, '-R', '-X', 'stream', '-c', 'fast', '-N']);
    await server.up();
    return server;
  }

  private static async plan(): Promise<PrivatePostgres> {
    const shared = await connectToDatabase(testEnvironment().PARLEY_TEST_DATABASE_URL);
    const found = await shared.query<{ setting: string }>("SELECT setting FROM pg_config WHERE name = 'BINDIR'");
    await shared.end();
    const account = await accountOfPostgres();
    const directory = await mkdtemp(join(tmpdir(), 'parley-postgres-'));
    if (account.uid !== undefined) await chown(directory, account.uid, account.gid ?? account.uid);
    return new PrivatePostgres(found.rows[0]?.setting ?? '', account, directory, await freePort());
  }

  private get data(): string {
    return join(this.directory, 'data');
  }

  urlOf(database: string, port = this.port): string {
    return `postgres://postgres@127.0.0.1:${port}/${database}`;
  }

  async query<T extends object>(database: string, statement: string): Promise<T[]> {
    const client = await connectToDatabase(this.urlOf(database));
    try {
      return (await client.query<T>(statement)).rows;
    } finally {
      await client.end();
    }
  }

  /** Runs a program of PostgreSQL under the server's account. Relative paths are resolved in the server's own folder. */
  async execute(program: string, args: readonly string[]): Promise<string> {
    const options = { ...this.account, cwd: this.directory, maxBuffer: 2 ** 26 };
    const { stdout } = await run(join(this.programs, program), [...args], options);
    return stdout;
  }

  /** kill -9 of the server and all processes that serve its connections. */
  async die(): Promise<void> {
    const { process: server } = this;
    this.process = null;
    if (server === null || server.exitCode !== null) return;
    const exited = new Promise((resolve) => server.once('exit', resolve));
    // Immediate shutdown: no checkpoint, and connections break. The next start recovers, as after kill -9.
    server.kill('SIGQUIT');
    await exited;
  }

  async promote(): Promise<void> {
    await this.execute('pg_ctl', ['promote', '-D', this.data, '-w', '-t', String(DEADLINE_MS / 1000)]);
  }

  async close(): Promise<void> {
    await this.die();
    await rm(this.directory, { recursive: true, force: true });
  }

  private async up(): Promise<void> {
    const settings = [`port=${this.port}`, ...SETTINGS].flatMap((setting) => ['-c', setting]);
    this.process = spawn(join(this.programs, 'postgres'), ['-D', this.data, ...settings], {
      ...this.account,
      cwd: this.directory,
      stdio: 'ignore',
    });
    await eventually('PostgreSQL answers', () => this.answers(), DEADLINE_MS);
  }

  private answers(): Promise<boolean> {
    return this.query('postgres', 'SELECT 1').then(
      () => true,
      () => false,
    );
  }
}

/** PostgreSQL refuses to run as root. */
async function accountOfPostgres(): Promise<Account> {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = await Promise.all(['-u', '-g'].map(async (flag) => Number((await run('id', [flag, 'postgres'])).stdout)));
  return { ...(uid !== undefined && { uid }), ...(gid !== undefined && { gid }) };
}
