import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BalancerArguments } from '../balancer/main.js';
import { writeTargets } from '../balancer/targets-file.js';
import { repositoryPath, repositoryRoot } from '../repository.js';
import { freePort } from '../supervise/free-port.js';
import type { ProcessPlan } from '../supervise/process-plan.js';
import { type Replicas, type ServiceName, serviceNames } from './services.js';
import { processPrefix } from './suite-cells.js';
import type { Environment } from './suite-environment.js';

export interface ServicePlan extends ProcessPlan {
  readonly service: ServiceName | 'balancer' | 'directory' | 'mailbox' | 'prometheus';
  /** Undefined for the first cell, and for processes of no cell. */
  readonly cell?: string | undefined;
}

export interface ServicePlanOptions {
  readonly replicas: Replicas;
  /** The checkout whose built `apps/<service>` runs. Default: this one. */
  readonly checkout?: string | undefined;
  /** Shared by all: {@link suiteEnvironment}. */
  readonly environment: Environment;
  /** The variables of a single service: its own logins. */
  readonly environmentOf?: ((service: ServiceName | 'directory') => Environment) | undefined;
  /** The cell that is planned, if it is not the first. It has no gateways. */
  readonly cell?: string | undefined;
  /** The address for clients. */
  readonly host: string;
  readonly port: number;
  /** Ports of processes without direct clients. Default: any free one. */
  readonly portOf?: (name: string) => Promise<number>;
  readonly logDirectory: string;
  /** Whether to use a balancer even for one gateway, so that gateways can be added and removed. */
  readonly balanced?: boolean;
}

/**
 * glibc gives each thread an arena of its own, and returns none of their memory. A third of a process was free memory of arenas. The image sets the
 * same (deploy/Dockerfile).
 */
export const memoryEnvironment = { MALLOC_ARENA_MAX: '1' } as const;

const stopDeadlineMs = 20_000;
const readyDeadlineMs = 180_000;

/** Plans of every service instance, and of the balancer if there are several gateways. */
export async function planServices(options: ServicePlanOptions): Promise<ServicePlan[]> {
  const plans: ServicePlan[] = [];
  const { cell } = options;
  for (const service of serviceNames) {
    if (cell !== undefined && service === 'gateway') continue;
    if (!isServiceOf(service, options)) continue;
    const count = options.replicas[scaledName(service, cell)] ?? 1;
    for (let number = 1; number <= count; number += 1) {
      plans.push(await planInstance(service, number, service === 'gateway' && !needsBalancer(options), options));
    }
  }
  if (cell !== undefined) return plans;
  const gateways = plans.filter(({ service }) => service === 'gateway');
  return needsBalancer(options) ? [...plans, await planBalancer(gateways, options)] : plans;
}

/** A checkout of an earlier version may lack a service. */
export function isServiceOf(service: ServiceName, { checkout = repositoryRoot }: Pick<ServicePlanOptions, 'checkout'>): boolean {
  return existsSync(join(checkout, `apps/${service}`));
}

/** The directory of the cells. */
export function planDirectory(options: ServicePlanOptions): Promise<ServicePlan> {
  return planInstance('directory', 1, false, options);
}

/** The name of a service in orders of replicas. */
export function scaledName(service: ServiceName, cell: string | undefined): keyof Replicas {
  return cell === undefined ? service : (`${processPrefix(cell)}${service}` as keyof Replicas);
}

/** A further replica of a running service. A gateway runs behind the balancer. */
export function planReplica(service: ServiceName, number: number, options: ServicePlanOptions): Promise<ServicePlan> {
  return planInstance(service, number, false, options);
}

/** Writes the current gateways for the balancer. */
export function writeGateways(gateways: readonly ServicePlan[], logDirectory: string): void {
  writeTargets(
    targetsFileIn(logDirectory),
    gateways.map(({ url, readyUrl }) => ({ host: '127.0.0.1', port: Number(new URL(url).port), readyUrl })),
  );
}

function needsBalancer({ balanced, replicas }: ServicePlanOptions): boolean {
  return balanced === true || (replicas.gateway ?? 1) > 1;
}

function targetsFileIn(logDirectory: string): string {
  return join(logDirectory, 'balancer.json');
}

async function planInstance(
  service: ServiceName | 'directory',
  number: number,
  isFront: boolean,
  options: ServicePlanOptions,
): Promise<ServicePlan> {
  const { checkout = repositoryRoot, cell } = options;
  const name = `${processPrefix(cell)}${service}-${number}`;
  const managementPort = await innerPortOf(name, options);
  const management = `http://127.0.0.1:${managementPort}`;
  const outer = isFront
    ? { host: options.host, port: options.port }
    : { host: '127.0.0.1', port: await innerPortOf(`${name}-public`, options) };
  return {
    service,
    ...(cell === undefined ? {} : { cell }),
    name,
    command: process.execPath,
    args: [join(checkout, `apps/${service}/dist/main.js`)],
    cwd: checkout,
    env: {
      ...options.environment,
      ...options.environmentOf?.(service),
      ...memoryEnvironment,
      INSTANCE: name,
      MANAGEMENT_HOST: '127.0.0.1',
      MANAGEMENT_PORT: String(managementPort),
      ...(service === 'gateway' ? { HOST: outer.host, PORT: String(outer.port) } : {}),
      // Processes on one machine cannot share the port for mail.
      ...(service === 'gateway' && number > 1 ? { MAIL_IN_PORT: '' } : {}),
    },
    logFile: join(options.logDirectory, `${name}.log`),
    stopSignal: 'SIGTERM',
    stopDeadlineMs,
    readyDeadlineMs,
    url: service === 'gateway' ? `http://${outer.host}:${outer.port}` : management,
    readyUrl: `${management}/health/ready`,
  };
}

async function planBalancer(gateways: readonly ServicePlan[], options: ServicePlanOptions): Promise<ServicePlan> {
  const { host, port, logDirectory, environment } = options;
  const managementPort = await innerPortOf('balancer', options);
  writeGateways(gateways, logDirectory);
  const balancer: BalancerArguments = { host, port, managementPort, targetsFile: targetsFileIn(logDirectory) };
  return {
    service: 'balancer',
    name: 'balancer',
    command: process.execPath,
    args: [repositoryPath('tools/dist/balancer/main.js'), JSON.stringify(balancer)],
    cwd: repositoryRoot,
    env: { PATH: environment.PATH ?? '', ...memoryEnvironment },
    logFile: join(logDirectory, 'balancer.log'),
    stopSignal: 'SIGTERM',
    stopDeadlineMs,
    readyDeadlineMs,
    url: `http://${host}:${port}`,
    readyUrl: `http://127.0.0.1:${managementPort}/health/ready`,
  };
}

function innerPortOf(name: string, { portOf = () => freePort() }: ServicePlanOptions): Promise<number> {
  return portOf(name);
}
