import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProcessPlan } from '../supervise/process-plan.js';
import type { StoreOptions } from './store-options.js';

/** The plan of a private Redis with its append-only file. */
export function planRedis(options: StoreOptions & { readonly dataDirectory: string }): ProcessPlan {
  mkdirSync(options.dataDirectory, { recursive: true, mode: 0o700 });
  // A file instead of arguments, which every user of the machine can read.
  const configFile = join(options.dataDirectory, 'redis.conf');
  writeFileSync(configFile, configOf(options), { mode: 0o600 });
  const url = new URL(`redis://127.0.0.1:${options.port}`);
  if (options.password !== undefined) url.password = options.password;
  return {
    name: 'redis',
    command: options.program,
    args: [configFile],
    cwd: options.dataDirectory,
    env: { PATH: process.env.PATH ?? '', TZ: 'UTC' },
    logFile: options.logFile,
    stopSignal: 'SIGTERM',
    stopDeadlineMs: 15_000,
    readyDeadlineMs: 60_000,
    url: url.href,
    readyUrl: url.href,
  };
}

function configOf({ port, password, dataDirectory, durable }: StoreOptions & { readonly dataDirectory: string }): string {
  return [
    'bind 127.0.0.1',
    `port ${port}`,
    `dir ${JSON.stringify(dataDirectory)}`,
    ...(password === undefined ? [] : [`requirepass ${password}`]),
    'daemonize no',
    'appendonly yes',
    `appendfsync ${durable ? 'everysec' : 'no'}`,
    'save ""',
    // Above this limit Redis rejects writes that need memory. It evicts nothing, because a queue with evicted entries would look complete.
    'maxmemory 1gb',
    'maxmemory-policy noeviction',
    // Client queues are many short streams, which small nodes make cheap.
    'stream-node-max-bytes 512',
    '',
  ].join('\n');
}
