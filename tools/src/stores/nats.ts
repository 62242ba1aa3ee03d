import { createHmac } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProcessPlan } from '../supervise/process-plan.js';
import { BENCH_RIGHTS, BENCH_USER, writtenAuthorization, writtenUser } from './bus-users.js';
import type { StoreOptions } from './store-options.js';

const maxPayloadBytes = 8 * 1024 * 1024;

/**
 * The plan of a private NATS server. It stores nothing on disk, because the event log has everything that matters. Its URL is that of the
 * operator's command line.
 */
export function planNats(options: StoreOptions & { readonly dataDirectory: string }): ProcessPlan {
  mkdirSync(options.dataDirectory, { recursive: true, mode: 0o700 });
  const configFile = join(options.dataDirectory, 'nats.conf');
  writeFileSync(configFile, configOf(options), { mode: 0o600 });
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

function configOf({ port, password }: StoreOptions): string {
  return [
    'host: "127.0.0.1"',
    `port: ${port}`,
    `max_payload: ${maxPayloadBytes}`,
    ...(password === undefined ? [] : [authorizationOf(password)]),
    '',
  ].join('\n');
}

function authorizationOf(password: string): string {
  const quoted = (user: string) => JSON.stringify(busPassword(password, user));
  return writtenAuthorization(quoted, [writtenUser(BENCH_USER, quoted(BENCH_USER), BENCH_RIGHTS)]);
}
