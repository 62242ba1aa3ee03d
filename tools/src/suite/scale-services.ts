import { ClearError } from '../terminal/clear-error.js';
import { planReplica, type ServicePlanOptions, scaledName, writeGateways } from './plan-services.js';
import { type Replicas, serviceNames } from './services.js';
import { cellOfProcess } from './suite-cells.js';
import type { SuiteProcesses } from './suite-processes.js';

/**
 * Starts and stops replicas until their numbers are as wanted. The newest are stopped first.
 * @returns a line for each named service
 * @throws ClearError if a replica does not start; those that ran before continue
 */
export async function scaleServices(
  processes: SuiteProcesses,
  options: ServicePlanOptions,
  wanted: Replicas,
  plan: typeof planReplica = planReplica,
): Promise<string[]> {
  if (Object.keys(wanted).length === 0) throw new ClearError(exampleSentence);
  if (wanted.gateway !== undefined && options.balanced !== true)
    throw new ClearError('This suite has no balancer in front of its gateways.');
  const lines: string[] = [];
  const { cell } = options;
  for (const service of serviceNames) {
    const name = scaledName(service, cell);
    const count = wanted[name];
    if (count === undefined) continue;
    const before = processes.plansOf(service, cell).length;
    if (count > before) {
      const plans = [];
      for (let number = before + 1; number <= count; number += 1) plans.push(await plan(service, number, options));
      await processes.startMore(plans);
      if (service === 'gateway') writeGateways(processes.plansOf('gateway'), options.logDirectory);
    }
    if (count < before) {
      const plans = processes.plansOf(service, cell);
      if (service === 'gateway') writeGateways(plans.slice(0, count), options.logDirectory);
      await processes.removeServices(plans.slice(count).map((each) => each.name));
    }
    lines.push(count === before ? `${name} already had ${replicas(count)}.` : `${name} has ${replicas(count)} now (before: ${before}).`);
  }
  return lines;
}

/** The same for each cell that is named. `optionsOf`: undefined for the first cell. */
export async function scaleCells(
  processes: SuiteProcesses,
  optionsOf: (cell: string | undefined) => ServicePlanOptions,
  wanted: Replicas,
  cells: readonly string[],
): Promise<string[]> {
  const others = cells.slice(1).filter((cell) => Object.keys(wanted).some((name) => cellOfProcess(name) === cell));
  const isFirstNamed = others.length === 0 || Object.keys(wanted).some((name) => cellOfProcess(name) === undefined);
  const lines: string[] = [];
  for (const cell of [...(isFirstNamed ? [undefined] : []), ...others])
    lines.push(...(await scaleServices(processes, optionsOf(cell), wanted)));
  return lines;
}

export const exampleSentence = 'Name a service and a number, as in npm run scale -- event-queue=3.';

function replicas(count: number): string {
  return count === 1 ? '1 replica' : `${count} replicas`;
}
