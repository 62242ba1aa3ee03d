import { type Clock, untilQuiet, withoutIdle } from './idle.js';
import type { Amounts } from './processor-clock.js';
import { isSteady, latenciesOf, mean, spreadOf, withoutExtremes } from './statistics.js';

export interface Timing {
  /** How long operations run in one window. */
  readonly windowMs: number;
  readonly windows: number;
  /** How long operations run in one window of the warm-up. */
  readonly warmUpMs: number;
  /** The warm-up ends when windows agree, at the latest after as many. */
  readonly warmUpWindows: number;
  /** The longest wait for work that follows the answers. */
  readonly quietMs: number;
  readonly idleMs: number;
}

export interface Operation {
  readonly concurrency: number;
  work(worker: number): Promise<void>;
  /** Runs after each window and is not measured. */
  tidy?(): Promise<void>;
}

export interface Measured {
  /** Milliseconds of processor time of one operation, by name of the process. */
  readonly by: Record<string, number>;
  readonly total: number;
  /** How far windows differ: half of their range as a share of the mean. */
  readonly spread: number;
  readonly p50: number;
  readonly p99: number;
  readonly perSecond: number;
  readonly operations: number;
  /** False: the warm-up reached its bound before windows agreed. True also for a warm-up that is too short to tell. */
  readonly steady: boolean;
}

export interface Hooks {
  progress(text: string): void;
  /** Runs the windows that count, without the warm-up. */
  recorded(windows: () => Promise<void>): Promise<void>;
  /** After each window that counts, when everything is quiet. */
  afterWindow(): Promise<void>;
}

export interface Window {
  readonly latencies: readonly number[];
  /** Without the wait for what follows. */
  readonly elapsedMs: number;
  readonly by: Amounts;
  readonly total: number;
}

const ENOUGH_TO_TELL = 3;

/** Repeats an operation in windows: first until consecutive ones cost the same, then those that count. */
export async function measureOperation(
  clock: Clock,
  idle: Amounts,
  timing: Timing,
  operation: Operation,
  hooks: Partial<Hooks> = {},
): Promise<Measured> {
  const totals: number[] = [];
  while (!isSteady(totals) && totals.length < timing.warmUpWindows) {
    totals.push((await runWindow(clock, idle, { ...timing, windowMs: timing.warmUpMs }, operation)).total);
    hooks.progress?.(`warm-up ${totals.length}: ${totals.at(-1)?.toFixed(2)} ms`);
  }
  const windows: Window[] = [];
  const measure = async () => {
    for (let number = 0; number < timing.windows; number += 1) {
      windows.push(await runWindow(clock, idle, timing, operation));
      await hooks.afterWindow?.();
    }
  };
  await (hooks.recorded?.(measure) ?? measure());
  return summarize(windows, timing.warmUpWindows < ENOUGH_TO_TELL || isSteady(totals));
}

export async function runWindow(clock: Clock, idle: Amounts, { windowMs, quietMs }: Timing, operation: Operation): Promise<Window> {
  const from = clock.read();
  const until = from.at + windowMs;
  const latencies: number[] = [];
  const workers = Array.from({ length: operation.concurrency }, async (_, worker) => {
    do {
      const startedAt = performance.now();
      await operation.work(worker);
      latencies.push(performance.now() - startedAt);
    } while (performance.now() < until);
  });
  await Promise.all(workers);
  const elapsedMs = performance.now() - from.at;
  await untilQuiet(clock, idle, quietMs);
  const used = withoutIdle(from, clock.read(), idle);
  await operation.tidy?.();
  if (operation.tidy !== undefined) await untilQuiet(clock, idle, quietMs);
  const by = new Map([...used].map(([name, ms]) => [name, ms / latencies.length]));
  return { latencies, elapsedMs, by, total: [...by.values()].reduce((sum, ms) => sum + ms, 0) };
}

export function summarize(windows: readonly Window[], steady: boolean): Measured {
  const counted = withoutExtremes(windows, ({ total }) => total);
  const names = [...(counted[0]?.by.keys() ?? [])];
  const latencies = counted.flatMap((window) => window.latencies);
  const totals = counted.map(({ total }) => total);
  return {
    by: Object.fromEntries(names.map((name) => [name, mean(counted.map(({ by }) => by.get(name) ?? 0))])),
    total: mean(totals),
    spread: spreadOf(totals),
    ...latenciesOf(latencies),
    perSecond: (latencies.length * 1000) / counted.reduce((sum, { elapsedMs }) => sum + elapsedMs, 0),
    operations: latencies.length,
    steady,
  };
}
