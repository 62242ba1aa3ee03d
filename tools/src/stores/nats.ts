import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProcessPlan } from '../supervise/process-plan.js';
import type { StoreOptions } from './store-options.js';

const maxPayloadBytes = 8 * 1024 * 1024;
const user = 'parley';

/** The plan of a private NATS server. It keeps nothing on disk: what matters is in the event log. */
export function planNats(options: StoreOptions & { readonly dataDirectory: string }): ProcessPlan {
  mkdirSync(options.dataDirectory, { recursive: true, mode: 0o700 });
  const configFile = join(options.dataDirectory, 'nats.conf');
  writeFileSync(configFile, configOf(options), { mode: 0o600 });
  const url = new URL(`nats://127.0.0.1:${options.port}`);
  if (options.password !== undefined) {
    url.username = user;
    url.password = options.password;
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

function configOf({ port, password }: StoreOptions): string {
  return [
    'host: "127.0.0.1"',
    `port: ${port}`,
    `max_payload: ${maxPayloadBytes}`,
    ...(password === undefined ? [] : [`authorization { user: "${user}", password: "${password}" }`]),
    '',
  ].join('\n');
}
