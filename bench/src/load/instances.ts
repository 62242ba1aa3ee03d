import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { parseWords } from '../measure/proc.js';
import type { Target } from '../target.js';
import { call } from './http-client.js';

const READY_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 10;

export type Running = Target['processes'][number];

/** Starts another instance of a running service, and waits until it is ready. `onStart` is called before the wait. */
export async function startInstance(service: Running, instance: string, onStart: (child: ChildProcess) => void): Promise<ChildProcess> {
  const environment = await ownEnvironment(service, instance);
  const [command = '', ...args] = commandOf(service.pid);
  const child = spawn(command, args, { env: environment, stdio: 'ignore' });
  onStart(child);
  await untilReady(child, `http://127.0.0.1:${environment.MANAGEMENT_PORT}/health/ready`);
  return child;
}

/** The environment of a running process. */
export function environmentOf(pid: number): Record<string, string> {
  const words = parseWords(readFileSync(`/proc/${pid}/environ`, 'utf8')).map((word): [string, string] => {
    const [variable = ''] = word.split('=', 1);
    return [variable, word.slice(variable.length + 1)];
  });
  return Object.fromEntries(words);
}

export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (performance.now() < deadline && child.exitCode === null) {
    const status = await call('GET', url, {}).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) return;
    await delay(LOOK_EVERY_MS);
  }
  throw new Error(`${child.spawnargs.join(' ')} was not ready`);
}

/** The environment of the running instance, with ports of its own. */
async function ownEnvironment({ pid }: Running, instance: string): Promise<Record<string, string>> {
  const environment = environmentOf(pid);
  return {
    ...environment,
    INSTANCE: instance,
    MANAGEMENT_PORT: String(await freePort()),
    ...(environment.PORT === undefined ? {} : { PORT: String(await freePort()) }),
  };
}

export function commandOf(pid: number): string[] {
  return parseWords(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
}

const address = z.object({ port: z.int() });

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = address.parse(server.address());
  server.close();
  await once(server, 'close');
  return port;
}
