import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { call } from '../load/http-client.js';
import { parseWords } from '../measure/proc.js';
import { ProcessorClock } from '../measure/processor-clock.js';
import { mean, percentile } from '../measure/statistics.js';
import type { Row } from '../report/row.js';
import type { Target } from '../target.js';
import type { Scenario } from './scenario.js';

const READY_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 10;

interface Started {
  readonly service: string;
  readonly wallMs: number;
  readonly processorMs: number;
}

type Running = Target['processes'][number];

/** Starts another instance of each running service: alone, one after the other, and all at once. */
const start: Scenario = {
  name: 'start',
  needs: [],
  run: async (bench) => {
    const services = bench.target.processes.filter(({ pid }) => commandOf(pid).some((word) => word.endsWith('/dist/main.js')));
    const times = bench.quick ? 1 : 3;
    const alone: Row[] = [];
    for (const service of services) {
      const starts: Started[] = [];
      while (starts.length < times) starts.push(...(await startThese([service])));
      alone.push(rowOfStarts(`start-${service.service}`, starts));
    }
    const rounds: Started[][] = [];
    while (rounds.length < times) rounds.push(await startThese(services));
    return [...alone, rowOfRounds(rounds)];
  },
};

function rowOfStarts(name: string, starts: readonly Started[]): Row {
  const total = mean(starts.map(({ processorMs }) => processorMs));
  return {
    name,
    unit: 'ms per start',
    total,
    p50: percentile(
      starts.map(({ wallMs }) => wallMs),
      0.5,
    ),
  };
}

function rowOfRounds(rounds: readonly (readonly Started[])[]): Row {
  const services = rounds[0]?.map(({ service }) => service) ?? [];
  const by = Object.fromEntries(
    services.map((service) => [
      service,
      mean(rounds.flatMap((round) => round.filter((each) => each.service === service)).map(({ processorMs }) => processorMs)),
    ]),
  );
  const untilAllReady = rounds.map((round) => Math.max(...round.map(({ wallMs }) => wallMs)));
  return {
    ...{ name: 'start-all-at-once', unit: 'ms per start', by, total: Object.values(by).reduce((sum, ms) => sum + ms, 0) },
    p50: percentile(untilAllReady, 0.5),
    note: 'p50: until all are ready',
  };
}

/** Starts them, waits until all are ready, and stops them. */
export async function startThese(services: readonly Running[]): Promise<Started[]> {
  const children: ChildProcess[] = [];
  try {
    return await Promise.all(
      services.map(async (service) => {
        const environment = await ownEnvironment(service);
        const [command = '', ...args] = commandOf(service.pid);
        const began = performance.now();
        const child = spawn(command, args, { env: environment, stdio: 'ignore' });
        children.push(child);
        await untilReady(child, `http://127.0.0.1:${environment.MANAGEMENT_PORT}/health/ready`);
        const wallMs = performance.now() - began;
        const clock = new ProcessorClock([{ name: service.service, pid: child.pid ?? 0 }]);
        return { service: service.service, wallMs, processorMs: clock.read().used.get(service.service) ?? 0 };
      }),
    );
  } finally {
    await Promise.all(children.map(ended));
  }
}

async function ended(child: ChildProcess): Promise<void> {
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
async function ownEnvironment({ name, pid }: Running): Promise<Record<string, string>> {
  const running = parseWords(readFileSync(`/proc/${pid}/environ`, 'utf8')).map((word): [string, string] => {
    const [variable = ''] = word.split('=', 1);
    return [variable, word.slice(variable.length + 1)];
  });
  const environment = Object.fromEntries(running);
  return {
    ...environment,
    INSTANCE: `${name}-bench`,
    MANAGEMENT_PORT: String(await freePort()),
    ...(environment.PORT === undefined ? {} : { PORT: String(await freePort()) }),
  };
}

function commandOf(pid: number): string[] {
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

export const starts: readonly Scenario[] = [start];
