import { planPrometheus, writeMetricsTargets } from '../observe/plan-prometheus.js';
import { ensureProgram, PROMETHEUS } from '../programs/ensure-program.js';
import { ClearError } from '../terminal/clear-error.js';
import type { Progress } from '../terminal/progress.js';
import type { ServicePlan } from './plan-services.js';
import { serviceNames } from './services.js';
import type { Instance } from './suite-processes.js';

interface ObserveOptions {
  readonly directory: string;
  readonly logDirectory: string;
  readonly port: number;
  readonly progress: Progress;
  readonly signal: AbortSignal | undefined;
}

/** The plan of the suite's Prometheus. @throws ClearError if it is not installed and cannot be */
export async function planObserver({ progress, signal = new AbortController().signal, ...plan }: ObserveOptions): Promise<ServicePlan> {
  const found = await progress.step('prometheus', (report) => ensureProgram(PROMETHEUS, { report, signal }));
  if ('path' in found) return planPrometheus({ program: found.path, ...plan });
  throw new ClearError(`--observe needs Prometheus, and ${found.missingBecause}: install it, or start without.`);
}

/** Tells Prometheus which processes run now. */
export function tellPrometheus(directory: string, instances: readonly Instance[]): void {
  const services = instances.filter(({ service }) => serviceNames.some((name) => name === service) || service === 'directory');
  writeMetricsTargets(
    directory,
    services.map(({ readyUrl }) => readyUrl),
  );
}
