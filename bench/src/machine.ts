import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { arch, cpus, totalmem } from 'node:os';
import { parseMachine } from './measure/proc.js';
import { ProcessorClock } from './measure/processor-clock.js';
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
  private readonly busyBefore = parseMachine(readFileSync('/proc/stat', 'utf8'));
  private readonly own: ProcessorClock;
  private readonly ownBefore: number;

  constructor(suite: ProcessorClock) {
    // With the bare programs, which are its children.
    this.own = new ProcessorClock([...suite.processes, { name: 'bench', pid: process.pid }]);
    this.ownBefore = this.ownMs();
  }

  since(): Result['load'] {
    const { busyMs, stolenMs } = parseMachine(readFileSync('/proc/stat', 'utf8'));
    const capacityMs = (performance.now() - this.startedAt) * cpus().length;
    const othersMs = busyMs - this.busyBefore.busyMs - (this.ownMs() - this.ownBefore);
    return { others: Math.max(0, othersMs / capacityMs), stolen: (stolenMs - this.busyBefore.stolenMs) / capacityMs };
  }

  private ownMs(): number {
    return [...this.own.read().used.values()].reduce((sum, used) => sum + used, 0);
  }
}
