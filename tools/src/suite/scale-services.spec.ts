import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ScratchFolders } from '../scratch-folders.js';
import { type Behaviour, fixturePlan } from '../supervise/fixtures/fixture-plan.js';
import { isAlive } from '../supervise/process-identity.js';
import { waitUntil } from '../supervise/wait-until.js';
import type { ServicePlan } from './plan-services.js';
import { scaleServices } from './scale-services.js';
import type { Replicas, ServiceName } from './services.js';
import { SuiteProcesses } from './suite-processes.js';
import { readRecord } from './suite-record.js';

const folders = new ScratchFolders();
let directory: string;
let processes: SuiteProcesses;
/** Behavior of the replicas that are planned from now on. */
let behaviour: Behaviour;

beforeEach(async () => {
  directory = folders.make('scale');
  behaviour = 'steady';
  processes = new SuiteProcesses(directory, {});
  for (const service of ['event-queue', 'gateway'] as const) processes.addService(await plan(service, 1));
  await processes.startServices();
});
afterEach(() => processes.stop());
afterAll(() => folders.remove());

/** A process in place of a replica. */
async function plan(service: ServiceName, number: number): Promise<ServicePlan> {
  return { ...(await fixturePlan(directory, behaviour)), service, name: `${service}-${number}` };
}

function scale(wanted: Replicas, balanced = true): Promise<string[]> {
  const options = { replicas: {}, environment: {}, host: '127.0.0.1', port: 1, logDirectory: directory, balanced };
  return scaleServices(processes, options, wanted, plan);
}

function running(): string[] {
  const recorded = readRecord(directory)?.processes ?? [];
  return recorded.filter(({ identity }) => identity && isAlive(identity)).map(({ name }) => name);
}

function gatewayPorts(): number[] {
  const targets: { port: number }[] = JSON.parse(readFileSync(join(directory, 'balancer.json'), 'utf8'));
  return targets.map(({ port }) => port);
}

describe('scaling what runs', () => {
  it('starts further replicas, and stops the newest again', async () => {
    const [first] = processes.instances;
    expect(await scale({ 'event-queue': 3 })).toEqual(['event-queue has 3 replicas now (before: 1).']);
    expect(running()).toEqual(['event-queue-1', 'event-queue-2', 'event-queue-3', 'gateway-1']);
    expect(await scale({ 'event-queue': 1 })).toEqual(['event-queue has 1 replica now (before: 3).']);
    expect(running()).toEqual(['event-queue-1', 'gateway-1']);
    expect(processes.instances[0]?.pid).toBe(first?.pid);
  });

  it('writes the current gateways for the balancer', async () => {
    await scale({ gateway: 2 });
    const ports = processes.plansOf('gateway').map(({ url }) => Number(new URL(url).port));
    expect(gatewayPorts()).toEqual(ports);
    await scale({ gateway: 1 });
    expect(gatewayPorts()).toEqual(ports.slice(0, 1));
  });

  it('changes nothing if the number is the same', async () => {
    const before = processes.instances;
    expect(await scale({ 'event-queue': 1, gateway: 1 })).toEqual(['event-queue already had 1 replica.', 'gateway already had 1 replica.']);
    expect(processes.instances).toEqual(before);
  });

  it('keeps the running replicas if a new one does not start', async () => {
    const before = processes.instances;
    behaviour = 'cannot-start';
    await expect(scale({ 'event-queue': 2 })).rejects.toThrow(/^event-queue-2 did not start: /);
    expect(processes.instances).toEqual(before);
    behaviour = 'steady';
    await scale({ 'event-queue': 2 });
    expect(running()).toContain('event-queue-2');
  });

  it('restarts a new replica after kill -9, like the others', async () => {
    await scale({ 'event-queue': 2 });
    const pidOf = (name: string) => processes.instances.find((instance) => instance.name === name)?.pid;
    const killed = pidOf('event-queue-2') ?? 0;
    process.kill(killed, 'SIGKILL');
    expect(await waitUntil(() => pidOf('event-queue-2') !== killed && running().includes('event-queue-2'), 30_000)).toBe(true);
  });

  it('rejects gateways without a balancer, and an empty order', async () => {
    await expect(scale({ gateway: 2 }, false)).rejects.toThrow('This suite has no balancer in front of its gateways.');
    await expect(scale({})).rejects.toThrow('npm run scale -- event-queue=3');
  });
});
