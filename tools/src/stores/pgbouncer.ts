import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryPath } from '../repository.js';
import type { ProcessPlan } from '../supervise/process-plan.js';
import type { Account } from '../supervise/run-program.js';

export interface PgBouncerOptions {
  readonly program: string;
  readonly port: number;
  readonly logFile: string;
  /** From `findPostgresHome`, because it does not run as root. */
  readonly dataDirectory: string;
  readonly account: Account | undefined;
  /** The PostgreSQL behind it. */
  readonly server: { readonly host: string; readonly port: string };
  /** By login. It uses them for PostgreSQL too. */
  readonly passwords: ReadonlyMap<string, string>;
  /** Settings in the place of those of deploy/pgbouncer/pgbouncer.ini. */
  readonly settings?: Readonly<Record<string, string>>;
}

const LOGIN_OF_READINESS = 'parley_pooler';

/** The plan of a PgBouncer with the settings of deploy/pgbouncer/pgbouncer.ini. */
export function planPgBouncer(options: PgBouncerOptions): ProcessPlan {
  const { program, port, logFile, dataDirectory: directory, account, server, passwords, settings = {} } = options;
  mkdirSync(directory, { recursive: true });
  const configFile = join(directory, 'pgbouncer.ini');
  const usersFile = join(directory, 'userlist.txt');
  const own = {
    listen_addr: '127.0.0.1',
    listen_port: String(port),
    auth_file: usersFile,
    unix_socket_dir: '',
    stats_users: LOGIN_OF_READINESS,
    ...settings,
  };
  const written = readFileSync(repositoryPath('deploy/pgbouncer/pgbouncer.ini'), 'utf8');
  writeFileSync(configFile, withSettings(written, own).replace('host=postgres port=5432', `host=${server.host} port=${server.port}`));
  // Only for the check of readiness, which asks PgBouncer itself.
  const password = randomBytes(16).toString('hex');
  const lines = [...passwords, [LOGIN_OF_READINESS, password]].map(([login, secret]) => `"${login}" "${secret}"\n`);
  writeFileSync(usersFile, lines.join(''), { mode: 0o600 });
  chmodSync(usersFile, 0o600);
  if (account !== undefined) for (const file of [directory, configFile, usersFile]) chownSync(file, account.uid, account.gid);
  const url = new URL(`postgres://127.0.0.1:${port}`);
  const readyUrl = new URL(`postgres://${LOGIN_OF_READINESS}:${password}@127.0.0.1:${port}/pgbouncer`);
  return {
    name: 'pgbouncer',
    command: program,
    args: [configFile],
    cwd: directory,
    env: { PATH: process.env.PATH ?? '', TZ: 'UTC' },
    account,
    logFile,
    // Ends when transactions have ended. SIGTERM would end them.
    stopSignal: 'SIGINT',
    stopDeadlineMs: 10_000,
    readyDeadlineMs: 60_000,
    url: url.href,
    readyUrl: readyUrl.href,
  };
}

function withSettings(written: string, settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings).reduce((text, [name, value]) => {
    const line = new RegExp(`^${name} = .*$`, 'm');
    return line.test(text) ? text.replace(line, `${name} = ${value}`) : `${text}${name} = ${value}\n`;
  }, written);
}
