import { z } from 'zod';
import { callOk } from '../load/http-client.js';
import { environmentOf } from '../load/instances.js';
import type { Target } from '../target.js';
import type { Amounts } from './processor-clock.js';

/** The interval at which Node looks at its event loop. Part of each figure that it gives. */
const RESOLUTION_MS = 10;
const seconds = z.coerce.number();

/** The longest time in which an event loop ran nothing else, from the metrics of each process. Reading it begins a new measurement. */
export class EventLoops {
  private readonly addresses: readonly (readonly [string, string])[];

  constructor({ processes }: Pick<Target, 'processes'>) {
    this.addresses = processes.flatMap(({ service, pid }) => {
      const port = environmentOf(pid).MANAGEMENT_PORT;
      // Stores have none.
      return port === undefined ? [] : [[service, `http://127.0.0.1:${port}/metrics`] as const];
    });
  }

  /** Milliseconds since the last reading, by name of the service. */
  async longestBlocks(): Promise<Amounts> {
    const blocks = await Promise.all(
      this.addresses.map(async ([service, url]): Promise<[string, number]> => [service, longestBlockIn(await callOk('GET', url, {}))]),
    );
    const longest = new Map<string, number>();
    for (const [service, ms] of blocks) longest.set(service, Math.max(ms, longest.get(service) ?? 0));
    return longest;
  }
}

/** `metrics`: in the text format of Prometheus. */
export function longestBlockIn(metrics: string): number {
  const [, value] = /^nodejs_eventloop_lag_max_seconds(?:\{[^}]*\})? (\S+)$/m.exec(metrics) ?? [];
  return Math.max(0, seconds.parse(value) * 1000 - RESOLUTION_MS);
}
