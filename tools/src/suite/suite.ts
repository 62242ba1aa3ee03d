// A whole suite on this machine: private stores, a migrated and seeded database, every service with the wanted number of replicas.
// `npm start` runs one; tests and the bench start separate ones.
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { planMailbox } from '../mailbox/plan-mailbox.js';
import { runJob } from '../migrate/run-job.js';
import { repositoryRoot } from '../repository.js';
import { BENCH_USER } from '../stores/bus-users.js';
import type { StoreName } from '../stores/store-programs.js';
import { freePort } from '../supervise/free-port.js';
import { ClearError } from '../terminal/clear-error.js';
import { silentProgress } from '../terminal/progress.js';
import { Control } from './control.js';
import { planObserver, tellPrometheus } from './observe-suite.js';
import { planDirectory, planReplica, planServices, type ServicePlanOptions } from './plan-services.js';
import { RememberedPorts } from './remembered-ports.js';
import { replaceReplica } from './replace-replica.js';
import { requirePort } from './require-port.js';
import { scaleCells } from './scale-services.js';
import { operatorOf, readOrMakeSecrets, type Secrets } from './secrets.js';
import { seedDemo } from './seed-demo.js';
import { parseReplicas, type Replicas, type ServiceName } from './services.js';
import { cellDatabaseVariables, cellNames, checkCells, deployCells } from './suite-cells.js';
import { filesOf, removeData, removeSuiteDirectory } from './suite-directory.js';
import { type Environment, suiteEnvironment } from './suite-environment.js';
import { SuiteLogins } from './suite-logins.js';
import type { Successor, SuiteOptions } from './suite-options.js';
import { type Instance, SuiteProcesses } from './suite-processes.js';
import { claimDirectory, removeRecord } from './suite-record.js';
import { addStores } from './suite-stores.js';

const interruptedSentence = 'Stopped before everything was up.';

export interface JobBoard {
  readonly url: string;
  readonly user: string;
  readonly password: string;
}

export class Suite {
  readonly baseUrl: string;
  readonly demoFile: string;
  /** Their names, if there are several. */
  readonly cells: readonly string[];
  private readonly processes: SuiteProcesses;
  private readonly logins: SuiteLogins;
  private readonly ports: RememberedPorts;
  private smtpUrl: string | undefined;
  private stopping: Promise<void> | undefined;
  private control: Control | undefined;
  private scaling: Promise<unknown> = Promise.resolve();

  private constructor(
    readonly directory: string,
    private readonly host: string,
    private readonly port: number,
    private readonly secrets: Secrets,
    private readonly options: SuiteOptions,
  ) {
    this.baseUrl = `http://${host}:${port}`;
    this.demoFile = join(directory, 'demo.json');
    this.ports = new RememberedPorts(directory);
    this.processes = new SuiteProcesses(directory, options.givenStores ?? {});
    this.cells = cellNames(options.cells ?? 1);
    this.logins = new SuiteLogins(secrets, options.givenStores ?? {}, this.processes);
  }

  /**
   * Starts a whole suite and resolves when every process is ready. It runs the built `apps/*` and `libs/*`, so build them first.
   * @throws ClearError after everything was stopped again
   */
  static async start(options: SuiteOptions): Promise<Suite> {
    const directory = resolve(options.directory);
    const host = options.host ?? '127.0.0.1';
    await claimDirectory(directory);
    let suite: Suite | undefined;
    try {
      if (options.port !== undefined) await requirePort(options.port, host);
      await options.prepare?.(options.progress ?? silentProgress);
      if (options.reset) removeData(directory);
      const { cells = 1, givenStores = {}, replicas = {} } = options;
      checkCells({ cells: cellNames(cells), directory, givenStores, replicas });
      suite = new Suite(directory, host, options.port ?? (await freePort()), readOrMakeSecrets(directory), options);
      options.signal?.addEventListener('abort', () => void suite?.stop(), { once: true });
      await suite.bringUp();
      return suite;
    } catch (error) {
      await suite?.stop();
      removeRecord(directory);
      // An error caused by an interruption is not reported separately.
      throw options.signal?.aborted ? new ClearError(interruptedSentence) : error;
    }
  }

  get instances(): readonly Instance[] {
    return this.processes.instances;
  }

  /** The job board and its login. Separate, because browsers restrict pages whose URL contains a password. */
  get jobBoard(): JobBoard {
    const holder = this.instances.find(({ service }) => service === 'invitations');
    return { url: new URL('/jobs', holder?.url ?? this.baseUrl).href, ...operatorOf(this.secrets) };
  }

  // The addresses of what a suite may be without.
  get mailboxUrl(): string | undefined {
    return this.instances.find(({ service }) => service === 'mailbox')?.url;
  }

  get prometheusUrl(): string | undefined {
    return this.instances.find(({ service }) => service === 'prometheus')?.url;
  }

  /** With credentials. */
  get databaseUrl(): string {
    return this.processes.storeUrl('postgres');
  }

  get redisUrl(): string {
    return this.processes.storeUrl('redis');
  }

  /** For the bare programs of the bench. */
  get natsUrl(): string {
    return this.logins.natsUrlFor(BENCH_USER);
  }

  /** The variables of the migration job with the passwords of the services. */
  get passwordVariables(): Environment {
    return this.logins.passwords;
  }

  /** The environment shared by its services, and the databases of its cells, for running `apps/admin` with it. */
  get environment(): Environment {
    return { ...this.environmentOf(undefined), ...cellDatabaseVariables(this.cells, (cell) => this.databaseUrlOf(cell)) };
  }

  /** `cell`: undefined for the first one. */
  databaseUrlOf(cell: string | undefined): string {
    return this.processes.storeUrl('postgres', cell);
  }

  private environmentOf(cell: string | undefined): Environment {
    const urlOf = (name: StoreName) => this.processes.storeUrl(name, cell);
    const storeUrls = { postgres: urlOf('postgres'), redis: urlOf('redis'), nats: urlOf('nats') };
    return suiteEnvironment({
      cells: this.cells,
      cell,
      storeUrls,
      secrets: this.secrets,
      port: this.port,
      filesDirectory: filesOf(this.directory),
      smtpUrl: this.smtpUrl,
      extra: this.options.environment,
    });
  }

  /**
   * Starts and stops replicas of the running suite until their numbers are as wanted. Calls run one after the other.
   * @returns a line for each service
   */
  scale(wanted: Replicas): Promise<string[]> {
    const scaled = this.scaling.then(() => {
      if (this.stopping !== undefined) throw new ClearError('Parley is stopping.');
      const { cells, directory } = this;
      checkCells({ cells, directory, givenStores: {}, replicas: wanted });
      const optionsOf = (cell: string | undefined) => this.servicePlanOptions(undefined, cell);
      return scaleCells(this.processes, optionsOf, wanted, cells).finally(() => {
        if (this.options.observe) tellPrometheus(this.directory, this.instances);
      });
    });
    this.scaling = scaled.catch(() => undefined);
    return scaled;
  }

  /** Replaces one replica as a rolling upgrade does, and returns the name of its successor. */
  replace(name: string, { checkout, environment = {} }: Successor = {}): Promise<string> {
    const { environmentOf, ...options } = this.servicePlanOptions(checkout);
    return replaceReplica(
      this.processes,
      { ...options, environmentOf: (service) => ({ ...environmentOf(service), ...environment }) },
      name,
    );
  }

  /** Starts a replica of a service that this checkout has, and that with which the suite began may lack. Returns its name. */
  async add(service: ServiceName): Promise<string> {
    const plan = await planReplica(service, this.processes.nextNumber(service), this.servicePlanOptions(repositoryRoot));
    await this.processes.startMore([plan]);
    return plan.name;
  }

  /** Runs the migration job of a checkout, and returns what it printed. `passwords` overrides variables of logins. */
  migrate(checkout: string, passwords: Environment = {}): Promise<string> {
    return runJob(checkout, this.databaseUrl, { ...this.logins.passwords, ...passwords });
  }

  /** Stops everything: gateways and balancer first, then services, then stores. May be called at any time, also twice. */
  stop(): Promise<void> {
    this.control?.close();
    this.stopping ??= this.processes.stop();
    return this.stopping;
  }

  /** Stops everything and deletes the whole directory. */
  async discard(): Promise<void> {
    await this.stop();
    removeSuiteDirectory(this.directory);
  }

  private async bringUp(): Promise<void> {
    this.throwIfStopping();
    const progress = this.options.progress ?? silentProgress;
    await progress.step('stores', (report) => this.startStores(report));
    this.throwIfStopping();
    await progress.step('database', async (report) => {
      if (this.options.checkout !== undefined) return report(await this.migrate(this.options.checkout));
      const { cells, logins } = this;
      await deployCells({ cells, urlOf: (cell) => this.databaseUrlOf(cell), passwords: logins.passwords, report });
    });
    this.throwIfStopping();
    await progress.step('services', () => this.startServices());
    this.throwIfStopping();
    // Through the running services, so that its changes are logged like all others.
    const { directory, demoFile, environment, options } = this;
    const seeding = { checkout: options.checkout ?? repositoryRoot, directory, demoFile, environment, logDirectory: this.logDirectory() };
    await progress.step('demo organizations', () => seedDemo(seeding));
    if (options.scalable) await this.openControl();
  }

  private async startStores(report: (line: string) => void): Promise<void> {
    const { directory, secrets, cells, ports, options } = this;
    const { givenStores: given = {}, durable = true, pooler } = options;
    const stores = { directory, logDirectory: this.logDirectory(), given, secrets, cells, durable, ports, report };
    await addStores(this.processes, { ...stores, pooler: pooler && { program: pooler, passwords: this.logins.databasePasswords } });
    this.throwIfStopping();
    await this.processes.startStores();
  }

  private async startServices(): Promise<void> {
    if (this.options.mailbox) await this.addMailbox();
    const plans = await planServices(this.servicePlanOptions());
    for (const cell of this.cells.slice(1)) plans.push(...(await planServices(this.servicePlanOptions(undefined, cell))));
    if (this.cells.length > 0) plans.unshift(await planDirectory(this.servicePlanOptions()));
    for (const plan of plans) this.processes.addService(plan);
    this.throwIfStopping();
    if (this.options.observe) await this.addPrometheus();
    this.throwIfStopping();
    await this.processes.startServices();
  }

  private servicePlanOptions(checkout = this.options.checkout, cell?: string) {
    return {
      replicas: this.options.replicas ?? {},
      checkout,
      environment: this.environmentOf(cell),
      environmentOf: (service) => this.logins.of(service, cell),
      cell,
      host: this.host,
      port: this.port,
      portOf: (name) => this.ports.portOf(name),
      logDirectory: this.logDirectory(),
      balanced: this.options.scalable ?? false,
    } satisfies ServicePlanOptions;
  }

  private async openControl(): Promise<void> {
    this.control = await Control.open(await this.ports.portOf('control'), (order) => this.scale(parseReplicas(order)));
    this.processes.recordControl(this.control.address);
  }

  private async addMailbox(): Promise<void> {
    const { plan, smtpUrl } = await planMailbox({
      portOf: (name, preferred) => this.ports.portOf(name, preferred),
      preferredPort: this.port + 1,
      logDirectory: this.logDirectory(),
    });
    this.smtpUrl = smtpUrl;
    this.processes.addService(plan);
  }

  private async addPrometheus(): Promise<void> {
    const { directory, options } = this;
    const { progress = silentProgress, signal } = options;
    const port = await this.ports.portOf('prometheus');
    this.processes.addService(await planObserver({ directory, logDirectory: this.logDirectory(), port, progress, signal }));
    tellPrometheus(directory, this.instances);
  }

  private logDirectory(): string {
    const directory = join(this.directory, 'logs');
    mkdirSync(directory, { recursive: true });
    return directory;
  }

  private throwIfStopping(): void {
    if (this.stopping !== undefined || this.options.signal?.aborted) throw new ClearError(interruptedSentence);
  }
}
