import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, it } from '@jest/globals';
import { ScratchFolders } from '../scratch-folders.js';
import { type Behaviour, fixturePlan } from '../supervise/fixtures/fixture-plan.js';
import { isAlive } from '../supervise/process-identity.js';
import type { ServicePlan } from './plan-services.js';
import { replaceReplica } from './replace-replica.js';
import { SuiteProcesses } from './suite-processes.js';
import { readRecord } from './suite-record.js';

const folders = new ScratchFolders();
let directory: string;
let processes: SuiteProcesses;
/** Behavior of the replicas that are planned from now on. */
let behaviour: Behaviour;

beforeEach(async () => {
  directory = folders.make('replace');
  behaviour = 'steady';
  processes = new SuiteProcesses(directory, {});
  for (const [service, number] of [
    ['messaging', 1],
    ['messaging', 2],
    ['gateway', 1],
  ] as const)
    processes.addService(await plan(service, number));
  processes.addService({ ...(await fixturePlan(directory, behaviour)), service: 'balancer', name: 'balancer' });
  await processes.startServices();
});
afterEach(() => processes.stop());
afterAll(() => folders.remove());

/** A process in place of a replica. */
async function plan(service: ServicePlan['service'], number: number): Promise<ServicePlan> {
  return { ...(await fixturePlan(directory, behaviour)), service, name: `${service}-${number}` };
}

function replace(name: string): Promise<string> {
  const options = { replicas: {}, environment: {}, host: '127.0.0.1', port: 1, logDirectory: directory };
  return replaceReplica(processes, options, name, plan);
}

function running(): string[] {
  const recorded = readRecord(directory)?.processes ?? [];
  return recorded.filter(({ identity }) => identity && isAlive(identity)).map(({ name }) => name);
}

it('a successor has a name that no replica had before', async () => {
  expect(await replace('messaging-1')).toBe('messaging-3');
  expect(await replace('messaging-3')).toBe('messaging-4');
  expect(running()).toEqual(['messaging-2', 'messaging-4', 'gateway-1', 'balancer']);
});

it('several replicas can be replaced at once', async () => {
  expect(await Promise.all([replace('messaging-1'), replace('messaging-2')])).toEqual(['messaging-3', 'messaging-4']);
  expect(running()).toEqual(['messaging-3', 'messaging-4', 'gateway-1', 'balancer']);
});

it('the balancer is told of a successor of a gateway instead of its predecessor', async () => {
  await replace('gateway-1');
  const targets: { port: number }[] = JSON.parse(readFileSync(join(directory, 'balancer.json'), 'utf8'));
  const ports = processes.plansOf('gateway').map(({ url }) => Number(new URL(url).port));
  expect(targets.map(({ port }) => port)).toEqual(ports);
});

it('a replica continues if its successor does not start', async () => {
  behaviour = 'cannot-start';
  await expect(replace('messaging-1')).rejects.toThrow(/messaging-3 did not start/);
  expect(running()).toEqual(['messaging-1', 'messaging-2', 'gateway-1', 'balancer']);
});

it('an unknown replica is named', async () => {
  await expect(replace('messaging-9')).rejects.toThrow('This suite runs no messaging-9.');
});
