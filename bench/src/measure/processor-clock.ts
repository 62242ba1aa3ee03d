import { readdirSync, readFileSync } from 'node:fs';
import { parsePss, parseSchedstat, parseStat } from './proc.js';

/** Processes with the same name count together: the replicas of a service. */
export interface MeasuredProcess {
  readonly name: string;
  readonly pid: number;
}

/** An amount for each name: milliseconds, or kilobytes. */
export type Amounts = ReadonlyMap<string, number>;

export interface Reading {
  /** In milliseconds of the clock of this process. */
  readonly at: number;
  /** Milliseconds of processor time since the start of each process. */
  readonly used: Amounts;
}

const ATTEMPTS = 5;

/** The processor time and memory of processes and of their children, such as the backends of PostgreSQL. Reads Linux's /proc. */
export class ProcessorClock {
  constructor(readonly processes: readonly MeasuredProcess[]) {}

  read(): Reading {
    return { at: performance.now(), used: this.sum((pid) => withChildren(pid)) };
  }

  /** Kilobytes by name. */
  memory(): Amounts {
    return this.sum((pid) => [pid, ...childrenOf(pid)].reduce((sum, each) => sum + parsePss(read(`/proc/${each}/smaps_rollup`)), 0));
  }

  private sum(amountOf: (pid: number) => number): Amounts {
    const sums = new Map<string, number>();
    for (const { name, pid } of this.processes) sums.set(name, (sums.get(name) ?? 0) + settled(name, () => amountOf(pid)));
    return sums;
  }
}

/** What each name used between two readings. */
export function usedBetween(from: Reading, until: Reading): Amounts {
  return new Map([...until.used].map(([name, used]) => [name, used - (from.used.get(name) ?? 0)]));
}

/** A child may end while its files are read. Its time is then found among that of ended children, so everything is read again. */
function settled(name: string, work: () => number): number {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return work();
    } catch (error) {
      if (attempt === ATTEMPTS) throw new Error(`${name} ended while it was measured`, { cause: error });
    }
  }
}

function withChildren(pid: number): number {
  const children = childrenOf(pid).reduce((sum, child) => sum + ownTime(child), 0);
  return ownTime(pid) + children + parseStat(read(`/proc/${pid}/stat`)).endedChildrenMs;
}

/** The sum of the threads is exact. That of the process has whole ticks, but includes threads that ended: the greater one is right. */
function ownTime(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => sum + threadTime(pid, thread), 0);
  return Math.max(threads, parseStat(read(`/proc/${pid}/stat`)).ownMs);
}

function threadTime(pid: number, thread: string): number {
  try {
    return parseSchedstat(read(`/proc/${pid}/task/${thread}/schedstat`));
  } catch {
    return 0;
  }
}

function childrenOf(pid: number): number[] {
  return read(`/proc/${pid}/task/${pid}/children`)
    .split(' ')
    .filter((text) => text !== '')
    .map(Number);
}

function read(path: string): string {
  return readFileSync(path, 'utf8');
}
