// A whole suite on this machine: private stores, a migrated and seeded database, every service with as many replicas as wanted.
// `npm start` runs one; tests and the bench start their own beside it.
import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { planMailbox } from '../mailbox/plan-mailbox.js';
import { applyMigrations } from '../migrate/apply-migrations.js';
import { ensureDatabase } from '../migrate/ensure-database.js';
import { repositoryPath, repositoryRoot } from '../repository.js';
import { planStores } from '../stores/plan-stores.js';
import type { StoreName } from '../stores/store-programs.js';
import { freePort, isPortFree } from '../supervise/free-port.js';
import { isReady } from '../supervise/is-ready.js';
import { type ProcessPlan, shownUrl } from '../supervise/process-plan.js';
import { runProgram } from '../supervise/run-program.js';
import { SupervisedProcess } from '../supervise/supervised-process.js';
import { ClearError, fullDiskSentence, isDiskFull } from '../terminal/clear-error.js';
import { type Progress, silentProgress } from '../terminal/progress.js';
import { planServices, type ServicePlan } from './plan-services.js';
import { operatorOf, readOrMakeSecrets, type Secrets } from './secrets.js';
import type { Replicas, ServiceName } from './services.js';
import { filesOf, removeData, removeSuiteDirectory } from './suite-directory.js';
import { type Environment, suiteEnvironment } from './suite-environment.js';
import { claimDirectory, type RecordedProcess, recordOf, removeRecord, writeRecord } from './suite-record.js';

export interface SuiteOptions {
  /** Holds the data, the logs, the secrets and demo.json. One suite per directory at a time; the data is there again at the next start. */
  readonly directory: string;
  readonly replicas?: Replicas;
  /** Where clients connect. Absent: a free port of 127.0.0.1. */
  readonly port?: number;
  readonly host?: string;
  /** Stores to use instead of private ones. They are neither started nor stopped. */
  readonly givenStores?: Partial<Record<StoreName, string>>;
  /** false = PostgreSQL and Redis may lose data when they are killed. */
  readonly durable?: boolean;
  /** Catches all mail of the services and shows it. */
  readonly mailbox?: boolean;
  /** Added to the environment of every service. */
  readonly environment?: Environment;
  readonly progress?: Progress;
  /** Throws away the data of the private stores first. */
  readonly reset?: boolean;
  /** Done when the directory is ours and before anything is started: the build of `npm start`. */
  readonly prepare?: (progress: Progress) => Promise<void>;
  /** Aborting it ends a start that is under way. */
  readonly signal?: AbortSignal;
}

/** One running process, as tests see it. */
export interface Instance {
  /** `messaging-2`, `postgres`, `balancer` */
  readonly name: string;
  readonly service: ServiceName | StoreName | 'balancer' | 'mailbox';
  /** undefined for the moment between a crash and the restart. */
  readonly pid: number | undefined;
  readonly url: string;
}

interface Member {
  readonly service: Instance['service'];
  readonly process: SupervisedProcess;
}

const storeNames = ['postgres', 'redis', 'nats'] as const satisfies StoreName[];
const interruptedSentence = 'Stopped before everything was up.';
const largestLogBytes = 20 * 1024 * 1024;

export class Suite {
  readonly baseUrl: string;
  readonly demoFile: string;
  private readonly stores: Member[] = [];
  private readonly services: Member[] = [];
  private smtpUrl: string | undefined;
  private stopping: Promise<void> | undefined;

  private constructor(
    readonly directory: string,
    private readonly host: string,
    private readonly port: number,
    private readonly secrets: Secrets,
    private readonly options: SuiteOptions,
  ) {
    this.baseUrl = `http://${host}:${port}`;
    this.demoFile = join(directory, 'demo.json');
  }

  /**
   * Starts a whole suite and resolves when every process is ready. What `apps/*` and `libs/*` are built to is what runs: build first.
   * @throws ClearError; everything is stopped again by then
   */
  static async start(options: SuiteOptions): Promise<Suite> {
    const directory = resolve(options.directory);
    const host = options.host ?? '127.0.0.1';
    await claimDirectory(directory);
    let suite: Suite | undefined;
    try {
      if (options.port !== undefined && !(await isPortFree(options.port, host)))
        throw new ClearError(portInUseSentence(options.port, host));
      await options.prepare?.(options.progress ?? silentProgress);
      if (options.reset) removeData(directory);
      suite = new Suite(directory, host, options.port ?? (await freePort()), readOrMakeSecrets(directory), options);
      options.signal?.addEventListener('abort', () => void suite?.stop(), { once: true });
      await suite.bringUp();
      return suite;
    } catch (error) {
      await suite?.stop();
      removeRecord(directory);
      // What an interruption broke off is not a failure of its own.
      throw options.signal?.aborted ? new ClearError(interruptedSentence) : error;
    }
  }

  get instances(): readonly Instance[] {
    return [...this.stores, ...this.services].map(({ service, process }) => ({
      service,
      name: process.plan.name,
      pid: process.pid,
      url: process.plan.url,
    }));
  }

  /** The board of all job queues, with the name and the password that open it. */
  get jobsUrl(): string {
    const holder = this.services.find(({ service }) => service === 'invitations');
    const url = new URL('/jobs', holder?.process.plan.url ?? this.baseUrl);
    const { user, password } = operatorOf(this.secrets);
    return Object.assign(url, { username: user, password }).href;
  }

  /** Where the mailbox shows its mails. Absent: there is none. */
  get mailboxUrl(): string | undefined {
    return this.instances.find(({ service }) => service === 'mailbox')?.url;
  }

  /** With credentials. */
  get databaseUrl(): string {
    return this.storeUrl('postgres');
  }

  get redisUrl(): string {
    return this.storeUrl('redis');
  }

  get natsUrl(): string {
    return this.storeUrl('nats');
  }

  /** The environment that its services share, for running `apps/admin` against it. */
  get environment(): Environment {
    const storeUrls = { postgres: this.databaseUrl, redis: this.redisUrl, nats: this.natsUrl };
    return suiteEnvironment({
      storeUrls,
      secrets: this.secrets,
      port: this.port,
      filesDirectory: filesOf(this.directory),
      smtpUrl: this.smtpUrl,
      extra: this.options.environment,
    });
  }

  /** Stops everything: the way in first, the services next, the stores last. May be called at any time, also twice. */
  stop(): Promise<void> {
    this.stopping ??= this.takeDown();
    return this.stopping;
  }

  /** Stops everything and throws the whole directory away. */
  async discard(): Promise<void> {
    await this.stop();
    removeSuiteDirectory(this.directory);
  }

  private async takeDown(): Promise<void> {
    const isFront = ({ service }: Member): boolean => service === 'gateway' || service === 'balancer';
    await stopAll(this.services.filter(isFront));
    await stopAll(this.services.filter((member) => !isFront(member)));
    await stopAll(this.stores);
    removeRecord(this.directory);
  }

  private async bringUp(): Promise<void> {
    this.throwIfStopping();
    const progress = this.options.progress ?? silentProgress;
    await progress.step('stores', (report) => this.startStores(report));
    this.throwIfStopping();
    await progress.step('database', async (report) => {
      await ensureDatabase(this.databaseUrl);
      const { applied, edited } = await applyMigrations(this.databaseUrl, repositoryPath('prisma/migrations'));
      if (applied.length > 0) report(`applied ${applied.join(', ')}`);
      for (const name of edited) report(`${name} was edited after it had been applied: npm start -- --reset begins anew`);
    });
    this.throwIfStopping();
    await progress.step('services', () => this.startServices());
    this.throwIfStopping();
    // Through the running services, so that what it makes is logged like everything else.
    await progress.step('demo organizations', () => this.seed());
  }

  private async startStores(report: (line: string) => void): Promise<void> {
    const given = this.options.givenStores ?? {};
    for (const name of storeNames) {
      const url = given[name];
      if (url !== undefined && !(await isReachable(url))) {
        throw new ClearError(
          `The server at ${shownUrl(url)} does not answer: check ${variableOf[name]}, or leave it out to get a private one.`,
        );
      }
    }
    const plans = await planStores({
      names: storeNames.filter((name) => given[name] === undefined),
      directory: join(this.directory, 'stores'),
      logDirectory: this.logDirectory(),
      passwords: { postgres: this.secrets.postgresPassword, redis: this.secrets.redisPassword, nats: this.secrets.natsPassword },
      durable: this.options.durable ?? true,
      report,
    });
    for (const [name, plan] of plans) this.stores.push({ service: name, process: this.supervise(plan) });
    this.throwIfStopping();
    await Promise.all(this.stores.map(({ process }) => process.start()));
  }

  private async seed(): Promise<void> {
    const command = [repositoryPath('apps/admin/dist/main.js'), 'demo-seed', '--output', this.demoFile];
    const env = { ...this.environment, INSTANCE: 'admin', LOG_LEVEL: 'warn' };
    const { exitCode, output } = await runProgram(process.execPath, command, { cwd: repositoryRoot, env });
    if (isDiskFull(output)) throw new ClearError(fullDiskSentence(this.directory));
    if (exitCode !== 0) {
      const cause = output.trim() === '' ? `It ended with code ${exitCode} and said nothing.` : output.trim();
      throw new ClearError(`The demo organizations could not be made. The logs of the services are in ${this.logDirectory()}.\n${cause}`);
    }
  }

  private async startServices(): Promise<void> {
    if (this.options.mailbox) await this.addMailbox();
    const plans: readonly ServicePlan[] = await planServices({
      replicas: this.options.replicas ?? {},
      environment: this.environment,
      host: this.host,
      port: this.port,
      logDirectory: this.logDirectory(),
    });
    for (const plan of plans) this.services.push({ service: plan.service, process: this.supervise(plan) });
    this.throwIfStopping();
    await Promise.all(this.services.map(({ process }) => process.start()));
  }

  private async addMailbox(): Promise<void> {
    const { plan, smtpUrl } = await planMailbox({ preferredPort: this.port + 1, logDirectory: this.logDirectory() });
    this.smtpUrl = smtpUrl;
    this.services.push({ service: plan.service, process: this.supervise(plan) });
  }

  private supervise(plan: ProcessPlan): SupervisedProcess {
    keepLogSmall(plan.logFile);
    return new SupervisedProcess(plan, () => this.record());
  }

  private record(): void {
    const given = Object.entries(this.options.givenStores ?? {}).map(
      ([name, url]): RecordedProcess => ({ name, isGiven: true, url, readyUrl: url, stopSignal: 'SIGTERM' }),
    );
    const own = [...this.stores, ...this.services].map(({ service, process }) => ({
      ...recordOf(process),
      ...(service === 'postgres' ? { url: this.databaseUrl } : {}),
    }));
    writeRecord(this.directory, [...given, ...own]);
  }

  private logDirectory(): string {
    const directory = join(this.directory, 'logs');
    mkdirSync(directory, { recursive: true });
    return directory;
  }

  private storeUrl(name: StoreName): string {
    const given = this.options.givenStores?.[name];
    if (given !== undefined) return given;
    const url = new URL(this.member(name).process.plan.url);
    if (name === 'postgres') url.pathname = '/parley';
    return url.href;
  }

  private member(name: string): Member {
    const found = [...this.stores, ...this.services].find(({ process }) => process.plan.name === name);
    if (!found) throw new Error(`this suite runs no ${name}`);
    return found;
  }

  private throwIfStopping(): void {
    if (this.stopping || this.options.signal?.aborted) throw new ClearError(interruptedSentence);
  }
}

const variableOf: Readonly<Record<StoreName, string>> = { postgres: 'DATABASE_URL', redis: 'REDIS_URL', nats: 'NATS_URL' };

async function stopAll(members: readonly Member[]): Promise<void> {
  await Promise.all(members.map(({ process }) => process.stop()));
}

function portInUseSentence(port: number, host: string): string {
  return `Port ${port} on ${host} is in use by another program: stop that, or choose another port with PORT=${port + 1} npm start.`;
}

/** The database that the URL names may not exist yet: the next step makes it, or says why it cannot. */
async function isReachable(url: string): Promise<boolean> {
  return url.startsWith('postgres') || isReady(url);
}

/** A log is begun anew when it has grown large; the one before is kept. */
function keepLogSmall(path: string): void {
  if (existsSync(path) && statSync(path).size > largestLogBytes) renameSync(path, `${path}.1`);
}
