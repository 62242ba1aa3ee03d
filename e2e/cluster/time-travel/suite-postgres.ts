import { spawn } from 'node:child_process';
import { rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { connectToDatabase } from '@parley/testing';
import { freePort } from '../../../tools/src/supervise/free-port.js';
import { type Account, runProgram } from '../../../tools/src/supervise/run-program.js';
import { waitUntil } from '../../../tools/src/supervise/wait-until.js';
import { KillTargets } from '../../client/kill-targets.js';

const DEADLINE_MS = 90_000;

interface Server {
  readonly programs: string;
  readonly data: string;
  readonly maxConnections: string;
}

/** The PostgreSQL of the running suite, with the programs for dumps and standbys. */
export class SuitePostgres {
  private constructor(
    readonly url: string,
    private readonly server: Server,
    private readonly account: Account | undefined,
  ) {}

  static async open(url = process.env.PARLEY_TEST_SUITE_DATABASE_URL ?? ''): Promise<SuitePostgres> {
    const [server] = await queryAt<Server>(
      url,
      `SELECT (SELECT setting FROM pg_config WHERE name = 'BINDIR') AS programs, current_setting('data_directory') AS data,
        current_setting('max_connections') AS "maxConnections"`,
    );
    if (server === undefined) throw new Error('PostgreSQL returned no settings');
    const { uid, gid } = await stat(server.data);
    return new SuitePostgres(url, server, process.getuid?.() === 0 ? { uid, gid } : undefined);
  }

  query<T extends object>(statement: string, values: readonly unknown[] = []): Promise<T[]> {
    return queryAt<T>(this.url, statement, values);
  }

  /** Writes a dump of the whole database to a file, as SQL. */
  async dump(file: string): Promise<void> {
    await this.run('pg_dump', ['-d', this.url, '-f', file]);
  }

  /** Replaces the whole database by the dump, in one transaction. */
  async restore(file: string): Promise<void> {
    await this.recreate(['-f', file]);
  }

  /** Deletes everything in the database. */
  async dropEverything(): Promise<void> {
    await this.recreate([]);
  }

  /** Tries again after a deadlock: the services use the tables while they are deleted. */
  private async recreate(content: readonly string[]): Promise<void> {
    const statements = ['-c', 'DROP SCHEMA public CASCADE', '-c', 'CREATE SCHEMA public', ...content];
    let last = '';
    const isDone = await waitUntil(async () => {
      const { exitCode, output } = await this.tryRun('psql', ['-q', '-1', '-v', 'ON_ERROR_STOP=1', '-d', this.url, ...statements]);
      last = output;
      return exitCode === 0;
    }, DEADLINE_MS);
    if (!isDone) throw new Error(`the database was not made anew: ${last.slice(-500)}`);
  }

  /**
   * Promotes an asynchronous standby, runs `lose`, and lets the standby replace the primary. What the primary commits while `lose` runs is lost.
   */
  async failOver(lose: () => Promise<void>): Promise<void> {
    const standby = await this.copyAsStandby();
    await this.whileServing(standby, [], () => this.promote(standby));
    await lose();
    await this.replaceBy(standby);
  }

  /**
   * Runs `work` while each commit waits for a synchronous standby. Then promotes the standby, and lets it replace the primary. Between both, no
   * commit on the primary is acknowledged.
   */
  async failOverSynchronously(work: () => Promise<void>): Promise<void> {
    const standby = await this.copyAsStandby();
    await this.whileServing(standby, [], async () => {
      await this.query(`ALTER SYSTEM SET synchronous_standby_names = '*'`);
      await this.query('SELECT pg_reload_conf()');
      const isSynchronous = async () => (await this.query(`SELECT FROM pg_stat_replication WHERE sync_state = 'sync'`)).length > 0;
      if (!(await waitUntil(isSynchronous, DEADLINE_MS))) throw new Error('the standby is not synchronous');
      await work();
      await this.promote(standby);
    });
    await this.replaceBy(standby);
  }

  /** Runs `work` beside a standby, which only reads. Then deletes it. */
  async whileStandbyServes<T>(work: (url: string) => Promise<T>): Promise<T> {
    const standby = await this.copyAsStandby();
    try {
      return await this.whileServing(standby, [], work);
    } finally {
      await rm(standby, { recursive: true, force: true });
    }
  }

  /** @returns its data folder */
  private async copyAsStandby(): Promise<string> {
    const standby = this.besideData('standby');
    await this.run('pg_basebackup', ['-D', standby, '-d', this.url, '-R', '-X', 'stream', '-c', 'fast']);
    return standby;
  }

  private async promote(standby: string): Promise<void> {
    await this.run('pg_ctl', ['promote', '-D', standby, '-w', '-t', String(DEADLINE_MS / 1000)]);
  }

  /** A folder on the disk of the server. */
  besideData(name: string): string {
    return join(dirname(this.server.data), name);
  }

  /** Runs a server with this data folder while `work` runs. */
  async whileServing<T>(data: string, settings: readonly string[], work: (url: string) => Promise<T>): Promise<T> {
    const server = this.startServer(data, await freePort(), settings);
    try {
      await server.answers();
      return await work(server.url);
    } finally {
      await server.stop();
    }
  }

  /** Lets a data folder replace the one of the suite, whose content is deleted. */
  async replaceBy(folder: string): Promise<void> {
    const { data } = this.server;
    const former = this.besideData('former');
    // The primary works in its renamed folder until it is killed. Then its supervisor starts a server in the folder that replaced it.
    await rename(data, former);
    await rename(folder, data);
    await new KillTargets().kill('postgres').isBack;
    await rm(former, { recursive: true, force: true });
  }

  private startServer(data: string, port: number, more: readonly string[]) {
    const settings = [
      `port=${port}`,
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      `max_connections=${this.server.maxConnections}`,
      ...more,
    ];
    const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])];
    const child = spawn(join(this.server.programs, 'postgres'), args, { ...this.account, cwd: data, stdio: 'ignore' });
    const exited = new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
      child.once('error', () => resolve());
    });
    const url = new URL(this.url);
    url.port = String(port);
    const isUp = () =>
      queryAt(databaseOf(url.href, 'postgres'), 'SELECT 1').then(
        () => true,
        () => false,
      );
    return {
      url: url.href,
      answers: async (): Promise<void> => {
        if (!(await waitUntil(isUp, DEADLINE_MS))) throw new Error('the standby does not answer');
      },
      stop: async (): Promise<void> => {
        child.kill('SIGINT');
        await exited;
      },
    };
  }

  /** Runs a program of PostgreSQL, as the account of the server. */
  async run(program: string, args: readonly string[]): Promise<void> {
    const { exitCode, output } = await this.tryRun(program, args);
    if (exitCode !== 0) throw new Error(`${program} failed: ${output.slice(-500)}`);
  }

  private tryRun(program: string, args: readonly string[]) {
    return runProgram(join(this.server.programs, program), args, { account: this.account, cwd: dirname(this.server.data) });
  }
}

/** The URL of another database of the same server. */
export function databaseOf(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs one statement with a connection of its own. */
export async function queryAt<T extends object>(url: string, statement: string, values: readonly unknown[] = []): Promise<T[]> {
  const client = await connectToDatabase(url);
  try {
    return (await client.query<T>(statement, [...values])).rows;
  } finally {
    await client.end();
  }
}
