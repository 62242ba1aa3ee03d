import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { arch, cpus, totalmem } from 'node:os';
import { sumOf } from './measure/amounts.js';
import { parseMachine } from './measure/proc.js';
import { ProcessorClock, type Reading, usedBetween } from './measure/processor-clock.js';
import type { Result } from './report/row.js';

export function describeMachine(): Result['machine'] {
  return {
    cpus: cpus().length,
    model: cpus()[0]?.model ?? 'unknown',
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    arch: arch(),
    node: process.version,
  };
}

/** The commit that is measured, with a mark if files differ from it. */
export function describeCommit(): string {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty', '--abbrev=12'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return 'unknown';
  }
}

/** Tells how much of the machine other programs used since it was made. */
export class MachineLoad {
  private readonly startedAt = performance.now();
  private readonly busyBefore = machineNow();
  private ownMs = 0;
  private last: Reading | undefined;

  /** @param suite the processes that run now */
  constructor(private readonly suite: () => ProcessorClock) {
    this.count();
  }

  since(): Result['load'] {
    this.count();
    const { busyMs, stolenMs } = machineNow();
    const capacityMs = (performance.now() - this.startedAt) * cpus().length;
    const othersMs = busyMs - this.busyBefore.busyMs - this.ownMs;
    return { others: Math.max(0, othersMs / capacityMs), stolen: (stolenMs - this.busyBefore.stolenMs) / capacityMs };
  }

  /** With the bare programs, which are children of the bench. A process that ended since the last count is not counted. */
  private count(): void {
    const now = new ProcessorClock([...this.suite().processes, { name: 'bench', pid: process.pid }]).read();
    if (this.last !== undefined) this.ownMs += Math.max(0, sumOf(usedBetween(this.last, now)));
    this.last = now;
  }
}

function machineNow() {
  return parseMachine(readFileSync('/proc/stat', 'utf8'));
}
