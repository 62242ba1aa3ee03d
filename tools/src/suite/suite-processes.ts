import { existsSync, renameSync, statSync } from 'node:fs';
import type { StoreName } from '../stores/store-programs.js';
import type { ProcessPlan } from '../supervise/process-plan.js';
import { SupervisedProcess } from '../supervise/supervised-process.js';
import type { ControlAddress } from './control.js';
import type { ServicePlan } from './plan-services.js';
import type { ServiceName } from './services.js';
import { type RecordedProcess, recordOf, removeRecord, writeRecord } from './suite-record.js';

/** One running process, for tests. */
export interface Instance {
  /** `messaging-2`, `postgres`, `balancer` */
  readonly name: string;
  readonly service: ServiceName | StoreName | 'pgbouncer' | 'balancer' | 'directory' | 'mailbox' | 'prometheus';
  /** Undefined for the first cell, and for processes of no cell. */
  readonly cell?: string | undefined;
  /** undefined between a crash and the restart. */
  readonly pid: number | undefined;
  readonly url: string;
  /** The address of its health. */
  readonly readyUrl: string;
}

interface Member {
  readonly service: Instance['service'];
  readonly cell: string | undefined;
  readonly process: SupervisedProcess;
}

interface ServiceMember extends Member {
  readonly plan: ServicePlan;
}

const largestLogBytes = 20 * 1024 * 1024;

/** The supervised processes of one suite. Each change is recorded in the suite's directory. */
export class SuiteProcesses {
  private readonly stores: Member[] = [];
  private services: ServiceMember[] = [];
  private readonly highestNumbers = new Map<ServiceName, number>();
  private control: ControlAddress | undefined;
  private isStopped = false;

  /** `givenStores` are recorded, and neither started nor stopped. */
  constructor(
    private readonly directory: string,
    private readonly givenStores: Partial<Record<StoreName, string>>,
  ) {}

  get instances(): readonly Instance[] {
    return [...this.stores, ...this.services].map(({ service, cell, process }) => ({
      service,
      ...(cell === undefined ? {} : { cell }),
      name: process.plan.name,
      pid: process.pid,
      url: process.plan.url,
      readyUrl: process.plan.readyUrl,
    }));
  }

  /** With credentials. */
  storeUrl(name: StoreName, cell?: string): string {
    const given = this.givenStores[name];
    if (given !== undefined) return given;
    // All cells share NATS.
    const store = this.stores.find((each) => each.service === name && (name === 'nats' || each.cell === cell));
    if (store === undefined) throw new Error(`this suite runs no ${name}${cell === undefined ? '' : ` in ${cell}`}`);
    const url = new URL(store.process.plan.url);
    if (name === 'postgres') url.pathname = '/parley';
    return url.href;
  }

  /** Of the PgBouncer of a cell, if there is one. */
  poolerUrl(cell?: string): string | undefined {
    return this.stores.find((each) => each.service === 'pgbouncer' && each.cell === cell)?.process.plan.url;
  }

  addStore(name: StoreName | 'pgbouncer', plan: ProcessPlan, cell?: string): void {
    this.stores.push({ service: name, cell, process: this.supervise(plan) });
  }

  /** Next to the others of its service. */
  addService(plan: ServicePlan): void {
    const index = this.services.findLastIndex(({ service }) => service === plan.service);
    this.services.splice(index === -1 ? this.services.length : index + 1, 0, {
      service: plan.service,
      cell: plan.cell,
      plan,
      process: this.supervise(plan),
    });
  }

  /** `cell`: undefined for the first one. */
  plansOf(service: ServiceName, cell?: string): ServicePlan[] {
    return this.services.flatMap((member) => (member.service === service && member.cell === cell ? [member.plan] : []));
  }

  /** The number of a replica with a name that none had before. */
  nextNumber(service: ServiceName): number {
    const running = this.plansOf(service).map(({ name }) => Number(name.slice(service.length + 1)));
    const next = Math.max(this.highestNumbers.get(service) ?? 0, ...running) + 1;
    this.highestNumbers.set(service, next);
    return next;
  }

  /**
   * Adds services to the running ones.
   * @throws ClearError if one does not start; then all of them are removed
   */
  async startMore(plans: readonly ServicePlan[]): Promise<void> {
    for (const plan of plans) this.addService(plan);
    const names = plans.map(({ name }) => name);
    const starts = await Promise.allSettled(this.servicesNamed(names).map(({ process }) => process.start()));
    const failed = starts.find((start) => start.status === 'rejected');
    if (failed === undefined) return;
    await this.removeServices(names);
    throw failed.reason;
  }

  /** Stops services after they finished their work, and removes them. */
  async removeServices(names: readonly string[]): Promise<void> {
    const removed = this.servicesNamed(names);
    await stopAll(removed);
    this.services = this.services.filter((member) => !removed.includes(member));
    this.record();
  }

  /** Records the address of the supervisor for commands. */
  recordControl(control: ControlAddress): void {
    this.control = control;
    this.record();
  }

  async startStores(): Promise<void> {
    await Promise.all(this.stores.map(({ process }) => process.start()));
  }

  async startServices(): Promise<void> {
    await Promise.all(this.services.map(({ process }) => process.start()));
  }

  /** Stops gateways and balancer first, then services, then stores. */
  async stop(): Promise<void> {
    const isFront = ({ service }: Member): boolean => service === 'gateway' || service === 'balancer';
    await stopAll(this.services.filter(isFront));
    await stopAll(this.services.filter((member) => !isFront(member)));
    await stopAll(this.stores);
    this.isStopped = true;
    removeRecord(this.directory);
  }

  private servicesNamed(names: readonly string[]): ServiceMember[] {
    return this.services.filter(({ process }) => names.includes(process.plan.name));
  }

  private supervise(plan: ProcessPlan): SupervisedProcess {
    keepLogSmall(plan.logFile);
    return new SupervisedProcess(plan, () => this.record());
  }

  private record(): void {
    if (this.isStopped) return;
    const given = Object.entries(this.givenStores).map(
      ([name, url]): RecordedProcess => ({ name, isGiven: true, url, readyUrl: url, stopSignal: 'SIGTERM' }),
    );
    const own = [...this.stores, ...this.services].map(({ service, cell, process }) => ({
      ...recordOf(process),
      ...(service === 'postgres' ? { url: this.storeUrl('postgres', cell) } : {}),
    }));
    writeRecord(this.directory, [...given, ...own], { control: this.control });
  }
}

async function stopAll(members: readonly Member[]): Promise<void> {
  await Promise.all(members.map(({ process }) => process.stop()));
}

/** A large log is replaced by a new one; the previous one is kept. */
function keepLogSmall(path: string): void {
  if (existsSync(path) && statSync(path).size > largestLogBytes) renameSync(path, `${path}.1`);
}
