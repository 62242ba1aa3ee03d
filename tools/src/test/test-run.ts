import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { ensureBrowser, type FoundBrowser } from '../browser/ensure-browser.js';
import { buildProjects } from '../build/build-projects.js';
import { ensureDeno } from '../programs/ensure-deno.js';
import { ensureProgram, PGBOUNCER } from '../programs/ensure-program.js';
import { repositoryPath } from '../repository.js';
import { replicasOfAll, serviceNames } from '../suite/services.js';
import { Suite } from '../suite/suite.js';
import { keepLogs, removeSuiteDirectory } from '../suite/suite-directory.js';
import { claimDirectory, removeRecord, stopRecorded } from '../suite/suite-record.js';
import { freePort } from '../supervise/free-port.js';
import { runProgram } from '../supervise/run-program.js';
import { sentenceFor } from '../terminal/clear-error.js';
import { terminalProgress } from '../terminal/progress.js';
import { previousCheckout } from '../upgrade/previous-checkout.js';
import { deployPrograms } from './deploy-programs.js';
import { hasTests, type JestRun, runJest } from './run-jest.js';
import { linesWithSecrets, secretsOf, secretWordsIn } from './secrets-in-logs.js';
import { type Plan, planOf, type Selection, type StageName } from './stages.js';
import type { Tally } from './tally.js';
import { startTestStores } from './test-stores.js';

export interface StageOutcome extends Tally {
  readonly stage: string;
  readonly seconds: number;
}

export interface TestRunOptions extends Selection {
  readonly signal: AbortSignal;
  /** Added to the environment of the tests. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Whether acknowledged writes of a suite survive a kill of its stores. Default: no, which is faster. */
  readonly isDurable?: boolean;
  /** Per stage. */
  readonly deadlineMs?: number;
  /** The commit from which the stage `upgrade` upgrades. Default: the previous version. */
  readonly upgradeFrom?: string;
}

const directory = repositoryPath('.parley/test');
const reports = join(directory, 'reports');
/** The folders for temporary files of the tests, one for each stage. */
const temporary = join(directory, 'tmp');
/** Logs of all suites of the last run. */
const logs = join(directory, 'logs');
const workers = Math.max(2, Math.floor(availableParallelism() / 2));
/** Only for tests that hang, because machines are shared and can be slow. */
const standardDeadlineMs = 30 * 60_000;
/** Suites that tests start, by their stage. */
const suitesOfTests = {
  api: [],
  clients: ['mobile'],
  cluster: ['passwords', 'nats-cluster', 'redis-cluster', 'redis-sentinel', 'cells', 'pgbouncer'],
} as const;
/** Texts of the tests that no log may contain. */
const secretWordsFile = 'secret-words';
/** Prefixes of the secrets that libs/testing gives to services. */
const secretsOfIntegration = ['test-only-caller-secret', 'test-only-key-secret'];
const MAX_LISTED_LINES = 20;
/** Tests of pages are named so. */
const BROWSER_TEST = /^(browser|web-app).*\.e2e-spec\.ts$/;

/** Starts what the selected stages need, runs them as planned, and stops everything. */
export async function runTests(options: TestRunOptions): Promise<StageOutcome[]> {
  await claimDirectory(directory);
  try {
    await discardLeftovers();
    rmSync(logs, { recursive: true, force: true });
    return await runStages(options);
  } finally {
    await discardLeftovers();
    removeRecord(directory);
  }
}

/** Runs stages one after the other. Those without a selected test are left out. */
async function runInOrder(
  stages: readonly StageName[],
  { paths, signal }: TestRunOptions,
  run: (stage: StageName) => Promise<Tally>,
): Promise<StageOutcome[]> {
  const outcomes: StageOutcome[] = [];
  for (const stage of stages) {
    if (signal.aborted) break;
    if (paths.length > 0 && !(await hasTests(stage, paths))) continue;
    console.error(`\n== ${stage} ==`);
    outcomes.push(await timed(stage, () => run(stage)));
  }
  return outcomes;
}

/** The cluster starts when the single suite is up, so that both are not slowed down, and do not look for free ports at the same time. */
async function runLanes(
  [onSingle, onCluster]: Plan['lanes'],
  options: TestRunOptions,
  single: SharedSuite,
  run: (stage: StageName) => Promise<Tally>,
): Promise<StageOutcome[]> {
  const stagesOnSingle = async () => {
    try {
      return await runInOrder(onSingle, options, run);
    } finally {
      await single.stop();
    }
  };
  const running = stagesOnSingle();
  await Promise.race([single.isUp, running]);
  const outcomes = await Promise.all([running, runInOrder(onCluster, options, run)]);
  return outcomes.flat();
}

async function runStages(options: TestRunOptions): Promise<StageOutcome[]> {
  // Concurrently with the earlier stages, because an installation takes a minute.
  const browser = wantsBrowser(options)
    ? ensureBrowser({ report: (line) => console.error(`  ${line}`), signal: options.signal })
    : undefined;
  const single = new SharedSuite('single', options);
  try {
    const build = await timed('build', async () => {
      await buildProjects(terminalProgress(), options.signal);
      return { passed: 0, failures: [] };
    });
    if (build.failures.length > 0) return [build];

    const { first, lanes } = planOf(options.stages);
    const run = (stage: StageName) => runStage(stage, options, single, browser);
    const outcomes = [...(await runInOrder(first, options, run)), ...(await runLanes(lanes, options, single, run))];
    const nothing = { stage: 'selection', seconds: 0, passed: 0, failures: [`no test file has ${options.paths.join(' or ')} in its path`] };
    return outcomes.length === 0 ? [nothing] : outcomes;
  } finally {
    await single.stop();
    await browser;
  }
}

async function runStage(
  stage: StageName,
  options: TestRunOptions,
  single: SharedSuite,
  browser: Promise<FoundBrowser> | undefined,
): Promise<Tally> {
  switch (stage) {
    case 'check':
      return runCheck(options.signal);
    case 'unit':
    case 'contract':
      return runProject(stage, options, {});
    case 'deploy':
      return runDeploy(options);
    case 'integration':
      return runOnStores(options);
    case 'api':
      return runOnSuite(stage, options, await single.running());
    case 'clients':
      return runClients(options, await single.running(), browser);
    case 'cluster':
      return runOnCluster(options);
    case 'upgrade':
      return runUpgrade(options);
  }
}

/** Without a program its tests are left out, and the summary reports it. `npm run test:deploy` also builds helm, which takes minutes. */
async function runDeploy(options: TestRunOptions): Promise<Tally> {
  const { environment, left } = await deployPrograms(options.signal, options.environment?.PARLEY_DEPLOY_WHOLE === '1');
  const tally = await runProject('deploy', options, environment);
  return left.length === 0 ? tally : { ...tally, skipped: left.join('; ') };
}

/** Pages are tested in a browser, and a whole run has a bot in Deno. Without one of them its tests are skipped, and the summary reports it. */
async function runClients(options: TestRunOptions, suite: Suite, browser: Promise<FoundBrowser> | undefined): Promise<Tally> {
  const skipped: string[] = [];
  let { environment } = options;
  if (browser !== undefined) {
    const found = await terminalProgress().step('browser', () => browser);
    environment = { ...environment, PARLEY_TEST_BROWSER: 'path' in found ? found.path : '' };
    if (!('path' in found)) skipped.push(`no page was tested in a browser: there is no Chromium, and ${found.missingBecause}`);
  }
  if ({ ...process.env, ...environment }.PARLEY_CLIENTS_WHOLE === '1') {
    const found = await terminalProgress().step('deno', () => ensureDeno({ signal: options.signal }));
    environment = { ...environment, PARLEY_TEST_DENO: 'path' in found ? found.path : '' };
    if (!('path' in found)) skipped.push(`no bot ran in Deno: there is none, and ${found.missingBecause}`);
  }
  const tally = await runOnSuite('clients', { ...options, ...(environment && { environment }) }, suite);
  return skipped.length === 0 ? tally : { ...tally, skipped: skipped.join('; ') };
}

function wantsBrowser({ stages, paths }: Selection): boolean {
  const tests = readdirSync(repositoryPath('e2e/clients')).filter((name) => BROWSER_TEST.test(name));
  const isAnySelected = () => tests.some((name) => paths.some((path) => `e2e/clients/${name}`.includes(path)));
  return stages.includes('clients') && (paths.length === 0 || isAnySelected());
}

/** Each rule of `npm run check` counts as one test. */
async function runCheck(signal: AbortSignal): Promise<Tally> {
  const reportFile = join(reports, 'check.json');
  mkdirSync(reports, { recursive: true });
  rmSync(reportFile, { force: true });
  const command = [repositoryPath('tools/dist/commands/check.js'), '--json', reportFile];
  const { exitCode } = await runProgram(process.execPath, command, { signal, onOutput: (text) => process.stderr.write(text) });
  if (!existsSync(reportFile)) return { passed: 0, failures: [`crashed with exit code ${exitCode}`] };
  const report: { passed: number; rules: { rule: string; violations: unknown[] }[] } = JSON.parse(readFileSync(reportFile, 'utf8'));
  const broken = report.rules.filter(({ violations }) => violations.length > 0);
  return { passed: report.passed, failures: broken.map(({ rule, violations }) => `rule ${rule}: ${violations.length} times broken`) };
}

async function runOnStores(options: TestRunOptions): Promise<Tally> {
  const stores = await terminalProgress().step('stores', (report) =>
    startTestStores({ directory: join(directory, 'integration'), report }),
  );
  const kept = join(logs, 'integration');
  mkdirSync(kept, { recursive: true });
  try {
    const pooler = await findPooler(options.signal);
    const environment = { ...stores.environment, ...pooler.environment, PARLEY_TEST_LOG_LEVEL: 'info' };
    const tally = await runProject('integration', options, environment, { logFile: join(kept, 'services.log') });
    return { ...withLogsChecked(tally, kept, secretsOfIntegration), ...pooler.skipped };
  } finally {
    await stores.stop();
  }
}

/** One replica of every service, started by the first stage that needs it. */
class SharedSuite {
  private started: Promise<Suite> | undefined;
  private noteUp = (): void => undefined;
  /** Resolves when it has started, or failed to. */
  readonly isUp = new Promise<void>((resolve) => {
    this.noteUp = resolve;
  });

  constructor(
    private readonly name: string,
    private readonly options: TestRunOptions,
  ) {}

  running(): Promise<Suite> {
    this.started ??= this.start();
    this.started.then(this.noteUp, this.noteUp);
    return this.started;
  }

  private async start(): Promise<Suite> {
    return Suite.start({
      environment: { MAIL_IN_DOMAIN: 'mail.test', MAIL_IN_PORT: String(await freePort()) },
      directory: join(directory, this.name),
      durable: this.options.isDurable ?? false,
      replicas: {},
      mailbox: true,
      // `PARLEY_TEST_POOLED=/usr/sbin/pgbouncer npm test -- api`: the same tests with PgBouncer between the services and PostgreSQL.
      pooler: process.env.PARLEY_TEST_POOLED,
      progress: terminalProgress(),
      signal: this.options.signal,
    });
  }

  async stop(): Promise<void> {
    const { started } = this;
    this.started = undefined;
    // If it did not start, the stage that needed it has reported that.
    await started?.then((suite) => suite.stop()).catch(() => undefined);
  }
}

/** Two replicas of everything, durable as in production, because its tests kill and restart them. */
async function runOnCluster(options: TestRunOptions): Promise<Tally> {
  const suite = await Suite.start({
    environment: { MAIL_IN_DOMAIN: 'mail.test', MAIL_IN_PORT: String(await freePort()) },
    directory: join(directory, 'cluster'),
    durable: true,
    replicas: replicasOfAll(2),
    mailbox: true,
    progress: terminalProgress(),
    signal: options.signal,
  });
  try {
    const pooler = await findPooler(options.signal);
    const environment = { ...options.environment, ...pooler.environment };
    return { ...(await runOnSuite('cluster', { ...options, environment }, suite)), ...pooler.skipped };
  } finally {
    await suite.stop();
  }
}

/** PgBouncer, for the tests with a pooler. Without it they are left out, and the summary reports it. */
async function findPooler(signal: AbortSignal) {
  const found = await terminalProgress().step('pgbouncer', (report) => ensureProgram(PGBOUNCER, { report, signal }));
  if ('path' in found) return { environment: { PARLEY_TEST_PGBOUNCER: found.path }, skipped: {} };
  return { environment: {}, skipped: { skipped: `nothing was tested behind PgBouncer: there is none, and ${found.missingBecause}` } };
}

/** Its tests start a suite of their own, of two versions. */
async function runUpgrade(options: TestRunOptions): Promise<Tally> {
  const { upgradeFrom: from, signal } = options;
  const previous = await previousCheckout({ from, progress: terminalProgress(), signal });
  const suite = join(directory, 'upgrade');
  const tally = await runProject(
    'upgrade',
    options,
    {
      PARLEY_UPGRADE_DIRECTORY: suite,
      PARLEY_UPGRADE_FROM: previous.directory,
      PARLEY_TEST_MIXED_VERSIONS: '1',
      PARLEY_TEST_SECRET_WORDS: join(suite, secretWordsFile),
    },
    { workers: 1 },
  );
  if (!existsSync(join(suite, 'logs'))) return tally;
  return withLogsChecked(tally, join(suite, 'logs'), [...secretsOf(suite), ...secretWordsIn(join(suite, secretWordsFile))]);
}

async function runOnSuite(stage: 'api' | 'clients' | 'cluster', options: TestRunOptions, suite: Suite): Promise<Tally> {
  const environment = {
    PARLEY_DEMO_JSON: suite.demoFile,
    PARLEY_TEST_MAILBOX: suite.mailboxUrl ?? '',
    PARLEY_TEST_MAIL_IN_PORT: suite.environment.MAIL_IN_PORT ?? '',
    PARLEY_TEST_METRICS: JSON.stringify(metricsOf(suite)),
    PARLEY_TEST_SUITE_DATABASE_URL: suite.databaseUrl,
    PARLEY_TEST_SECRET_WORDS: join(suite.directory, secretWordsFile),
  };
  // One file at a time, because all use the same demo users, and the messages of one file would appear in queues of others.
  const tally = await runProject(stage, options, environment, {
    workers: 1,
    isQuiet: stage === 'cluster' && options.stages.includes('api'),
  });
  const own = suitesOfTests[stage].map((name) => join(directory, name));
  const suites = [suite.directory, ...own.filter((each) => existsSync(join(each, 'logs')))];
  const secrets = [...suites.flatMap(secretsOf), ...secretWordsIn(join(suite.directory, secretWordsFile))];
  return suites.reduce((sum, each) => withLogsChecked(sum, join(each, 'logs'), secrets), tally);
}

/** The address of the metrics of one replica of each service. */
function metricsOf({ instances }: Suite): Record<string, string> {
  const services = instances.filter(({ service }) => serviceNames.some((name) => name === service));
  return Object.fromEntries(services.map(({ service, readyUrl }) => [service, new URL('/metrics', readyUrl).href]));
}

/** Counts as one more test: no log line contains an API key, a password, or a text of a user. */
function withLogsChecked({ passed, failures }: Tally, logFiles: string, secrets: readonly string[]): Tally {
  const lines = linesWithSecrets(logFiles, secrets);
  if (lines.length === 0) return { passed: passed + 1, failures };
  return {
    passed,
    failures: [
      ...failures,
      `log lines in ${relative(directory, logFiles)} contain secrets: ${lines.slice(0, MAX_LISTED_LINES).join(', ')}`,
    ],
  };
}

/** Counts as one more test: our tests have removed their temporary files. */
function withNothingLeft({ passed, failures }: Tally, folder: string): Tally {
  const left = readdirSync(folder).filter((name) => name.startsWith('parley-'));
  for (const name of left) rmSync(join(folder, name), { recursive: true, force: true });
  if (left.length === 0) return { passed: passed + 1, failures };
  return { passed, failures: [...failures, `tests left temporary folders: ${left.join(', ')}`] };
}

async function runProject(
  project: StageName,
  options: TestRunOptions,
  environment: Readonly<Record<string, string>>,
  run: Partial<Pick<JestRun, 'workers' | 'logFile' | 'isQuiet'>> = {},
): Promise<Tally> {
  const folder = join(temporary, project);
  mkdirSync(folder, { recursive: true });
  const tally = await runJest({
    project,
    paths: options.paths,
    workers,
    environment: { ...options.environment, ...environment, TMPDIR: folder },
    ...run,
    reportFile: join(reports, `${project}.json`),
    deadlineMs: options.deadlineMs ?? standardDeadlineMs,
    signal: options.signal,
  });
  return withNothingLeft(tally, folder);
}

/** A stage that cannot run counts as one failure; the others continue. */
async function timed(stage: string, work: () => Promise<Tally>): Promise<StageOutcome> {
  const began = Date.now();
  const tally = await work().catch((error: unknown): Tally => ({ passed: 0, failures: [sentenceFor(error)] }));
  return { stage, seconds: (Date.now() - began) / 1000, ...tally };
}

/** Stops the suites of this run, or of one that was killed, and removes their data. */
async function discardLeftovers(): Promise<void> {
  rmSync(temporary, { recursive: true, force: true });
  for (const suite of ['single', 'cluster', 'integration', 'upgrade', ...Object.values(suitesOfTests).flat()].map((name) =>
    join(directory, name),
  )) {
    await stopRecorded(suite);
    keepLogs(suite, logs);
    removeSuiteDirectory(suite);
  }
}
