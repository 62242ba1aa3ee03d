import { createHmac } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProcessPlan } from '../supervise/process-plan.js';
import { BENCH_RIGHTS, BENCH_USER, busLogins, writtenAuthorization, writtenSecondUsers, writtenUser } from './bus-users.js';
import type { StoreOptions } from './store-options.js';

const maxPayloadBytes = 8 * 1024 * 1024;

/**
 * The plan of a private NATS server. It stores nothing on disk, because the event log has everything that matters. Its URL is that of the
 * operator's command line.
 */
export function planNats(options: StoreOptions & { readonly dataDirectory: string; readonly cells?: readonly string[] }): ProcessPlan {
  mkdirSync(options.dataDirectory, { recursive: true, mode: 0o700 });
  const configFile = natsConfigIn(options.dataDirectory);
  writeFileSync(configFile, natsConfig(options.port, options.password, undefined, options.cells), { mode: 0o600 });
  const url = new URL(`nats://127.0.0.1:${options.port}`);
  if (options.password !== undefined) {
    url.username = 'admin';
    url.password = busPassword(options.password, 'admin');
  }
  return {
    name: 'nats',
    command: options.program,
    args: ['-c', configFile],
    cwd: options.dataDirectory,
    env: { PATH: process.env.PATH ?? '', TZ: 'UTC' },
    logFile: options.logFile,
    stopSignal: 'SIGTERM',
    stopDeadlineMs: 10_000,
    readyDeadlineMs: 30_000,
    url: url.href,
    readyUrl: url.href,
  };
}

/** Each user has its own password, derived from that of the data directory. */
export function busPassword(password: string, user: string): string {
  return createHmac('sha256', password).update(`nats ${user}`).digest('hex');
}

/** The same URL for another user. One without a user does not change, because that NATS requires no login. */
export function busUrlFor(url: string, password: string, user: string): string {
  const other = new URL(url);
  if (other.username === '') return url;
  other.username = user;
  other.password = busPassword(password, user);
  return other.href;
}

export function natsConfigIn(dataDirectory: string): string {
  return join(dataDirectory, 'nats.conf');
}

/**
 * @param password of the data directory, from which those of the users are derived; undefined = no login required
 * @param secondPassword the same for second users; without it there are none
 * @param cells those that share it, if there are several
 */
export function natsConfig(port: number, password: string | undefined, secondPassword?: string, cells?: readonly string[]): string {
  return [
    'host: "127.0.0.1"',
    `port: ${port}`,
    `max_payload: ${maxPayloadBytes}`,
    ...(password === undefined ? [] : [authorizationOf(password, secondPassword, cells)]),
    '',
  ].join('\n');
}

function authorizationOf(password: string, secondPassword: string | undefined, cells: readonly string[] | undefined): string {
  const logins = busLogins(cells);
  const quoted = (user: string) => JSON.stringify(busPassword(password, user));
  const second =
    secondPassword === undefined ? [] : writtenSecondUsers((user) => JSON.stringify(busPassword(secondPassword, user)), logins);
  return writtenAuthorization(quoted, { logins, more: [...second, writtenUser(BENCH_USER, quoted(BENCH_USER), BENCH_RIGHTS)] });
}
