import { ClearError } from '../terminal/clear-error.js';
import { planReplica, type ServicePlanOptions, writeGateways } from './plan-services.js';
import { serviceNames } from './services.js';
import type { SuiteProcesses } from './suite-processes.js';

/**
 * Replaces one replica as a rolling upgrade does: its successor is started, and when it is ready, the replica is asked to end.
 * @returns the name of the successor, which no earlier replica had
 * @throws ClearError if the successor does not start; the replica continues
 */
export async function replaceReplica(
  processes: SuiteProcesses,
  options: ServicePlanOptions,
  name: string,
  plan: typeof planReplica = planReplica,
): Promise<string> {
  const service = serviceNames.find((each) => processes.plansOf(each).some((running) => running.name === name));
  if (service === undefined) throw new ClearError(`This suite runs no ${name}.`);
  if (service === 'gateway' && !processes.instances.some((each) => each.service === 'balancer'))
    throw new ClearError('This suite has no balancer in front of its gateways.');
  const successor = await plan(service, processes.nextNumber(service), options);
  await processes.startMore([successor]);
  if (service === 'gateway') {
    const others = processes.plansOf(service).filter((running) => running.name !== name);
    writeGateways(others, options.logDirectory);
  }
  await processes.removeServices([name]);
  return successor.name;
}
