import type { ChildProcess } from 'node:child_process';
import { commandOf, ended, type Running, startInstance } from '../load/instances.js';
import { ProcessorClock } from '../measure/processor-clock.js';
import { mean, percentile } from '../measure/statistics.js';
import type { Row } from '../report/row.js';
import type { Scenario } from './scenario.js';

interface Started {
  readonly service: string;
  readonly wallMs: number;
  readonly processorMs: number;
}

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
        const began = performance.now();
        const child = await startInstance(service, `${service.name}-bench`, (started) => children.push(started));
        const wallMs = performance.now() - began;
        const clock = new ProcessorClock([{ name: service.service, pid: child.pid ?? 0 }]);
        return { service: service.service, wallMs, processorMs: clock.read().used.get(service.service) ?? 0 };
      }),
    );
  } finally {
    await Promise.all(children.map(ended));
  }
}

export const starts: readonly Scenario[] = [start];
