import { chmodSync, chownSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ProcessPlan } from '../supervise/process-plan.js';
import { type Account, runProgram } from '../supervise/run-program.js';
import { ClearError, fullDiskSentence, isDiskFull } from '../terminal/clear-error.js';
import type { StoreOptions } from './store-options.js';

export interface PostgresOptions extends StoreOptions {
  /** The server's own folder, which `account` must be able to access. */
  readonly dataDirectory: string;
  readonly account: Account | undefined;
  readonly maxConnections: number;
}

const superuser = 'postgres';

/** The plan of a private PostgreSQL. Creates its database cluster if there is none. */
export async function planPostgres(options: PostgresOptions): Promise<ProcessPlan> {
  if (!existsSync(join(options.dataDirectory, 'initialized'))) await initialize(options);
  const url = new URL(`postgres://${superuser}@127.0.0.1:${options.port}/postgres`);
  if (options.password !== undefined) url.password = options.password;
  return {
    name: 'postgres',
    command: options.program,
    args: ['-D', clusterOf(options), ...settings(options).flatMap((setting) => ['-c', setting])],
    cwd: options.dataDirectory,
    env: { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' },
    account: options.account,
    logFile: options.logFile,
    // Fast shutdown: ends sessions and writes a checkpoint. SIGTERM would wait for all clients to disconnect.
    stopSignal: 'SIGINT',
    stopDeadlineMs: 30_000,
    readyDeadlineMs: 60_000,
    url: url.href,
    readyUrl: url.href,
  };
}

function clusterOf({ dataDirectory }: PostgresOptions): string {
  return join(dataDirectory, 'cluster');
}

function settings({ port, maxConnections, durable }: PostgresOptions): string[] {
  return [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    // No socket file, because its path could be too long.
    'unix_socket_directories=',
    `max_connections=${maxConnections}`,
    'shared_buffers=128MB',
    'timezone=UTC',
    'log_timezone=UTC',
    // An organization moves to another cell by logical replication: docs/adr/0049-moving-organizations.md.
    'wal_level=logical',
    // A move needs three, so two at once. Of max_worker_processes, 8: a standby of a test would need as many as its primary.
    'max_logical_replication_workers=7',
    // A move needs as many replication origins as it copies tables, and the tests move several organizations at once.
    'max_replication_slots=256',
    // The details of an error quote rows, with texts and data of users.
    'log_error_verbosity=terse',
    // So do statements that failed: a send holds the text of its message.
    'log_min_error_statement=panic',
    ...(durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
  ];
}

/** The marker is written last, so that an interrupted initialization is repeated. */
async function initialize(options: PostgresOptions): Promise<void> {
  const { dataDirectory, account, password } = options;
  rmSync(clusterOf(options), { recursive: true, force: true });
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
  chmodSync(dataDirectory, 0o700);
  const passwordFile = join(dataDirectory, 'password');
  if (password !== undefined) writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account) {
    chownSync(dataDirectory, account.uid, account.gid);
    if (password !== undefined) chownSync(passwordFile, account.uid, account.gid);
  }
  const run = await runProgram(
    join(dirname(options.program), 'initdb'),
    [
      ...['-D', clusterOf(options), '-U', superuser, '-E', 'UTF8'],
      // Names sort by code point on every machine, and lower() supports more than ASCII.
      ...['--lc-collate=C', `--lc-ctype=${process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'}`],
      ...(password === undefined ? ['--auth=trust'] : ['--auth=scram-sha-256', `--pwfile=${passwordFile}`]),
      ...(options.durable ? [] : ['--no-sync']),
    ],
    { cwd: dataDirectory, account, env: { PATH: process.env.PATH ?? '', LC_ALL: 'C' } },
  );
  rmSync(passwordFile, { force: true });
  if (isDiskFull(run.output)) throw new ClearError(fullDiskSentence(dataDirectory));
  if (run.exitCode !== 0) {
    const lines = run.output.trim().split('\n');
    const reason = lines.find((line) => /error|fatal/i.test(line)) ?? lines.at(-1);
    throw new ClearError(`PostgreSQL could not create its data folder ${dataDirectory}: ${reason}`);
  }
  writeFileSync(join(dataDirectory, 'initialized'), '');
}
