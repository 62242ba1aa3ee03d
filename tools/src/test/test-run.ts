import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { buildProjects } from '../build/build-projects.js';
import { repositoryPath } from '../repository.js';
import { Suite } from '../suite/suite.js';
import { keepLogs, keptLogsVariable, removeSuiteDirectory } from '../suite/suite-directory.js';
import { claimDirectory, removeRecord, stopRecorded } from '../suite/suite-record.js';
import { runProgram } from '../supervise/run-program.js';
import { sentenceFor } from '../terminal/clear-error.js';
import { terminalProgress } from '../terminal/progress.js';
import { hasTests, runJest } from './run-jest.js';
import { linesWithSecrets, secretsOf, secretWordsIn } from './secrets-in-logs.js';
import { type Selection, type StageName } from './stages.js';
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
  /** What the stores of a suite acknowledged outlives them. Initially not, which is quicker. */
  readonly isDurable?: boolean;
  /** Per stage. */
  readonly deadlineMs?: number;
}

const directory = repositoryPath('.parley/test');
const reports = join(directory, 'reports');
/** Suites that cluster tests start live here, so that none survives a test run that crashed. */
const temporary = join(directory, 'tmp');
/** Of every suite of the last run. */
const logs = join(directory, 'logs');
const workers = Math.max(2, Math.floor(availableParallelism() / 2));
const standardDeadlineMs = 10 * 60_000;
/** What the tests say and hear that no log may hold. */
const secretWordsFile = 'secret-words';
/** How the secrets begin that libs/testing gives to services. */
const secretsOfIntegration = ['test-only-caller-secret', 'test-only-key-secret'];
const MOST_LINES_TOLD = 20;

/** Brings up what the selected stages need, runs them one after the other, and leaves nothing running. */
export async function runTests(options: TestRunOptions): Promise<StageOutcome[]> {
  await claimDirectory(directory);
  try {
    await discardLeftovers();
    rmSync(logs, { recursive: true, force: true });
    mkdirSync(temporary, { recursive: true });
    return await runStages(options);
  } finally {
    await discardLeftovers();
    removeRecord(directory);
  }
}

async function runStages(options: TestRunOptions): Promise<StageOutcome[]> {
  const build = await timed('build', async () => {
    await buildProjects(terminalProgress(), options.signal);
    return { passed: 0, failures: [] };
  });
  if (build.failures.length > 0) return [build];

  const outcomes: StageOutcome[] = [];
  for (const stage of options.stages) {
    if (options.signal.aborted) break;
    if (options.paths.length > 0 && !(await hasTests(stage, options.paths))) continue;
    console.error(`\n== ${stage} ==`);
    outcomes.push(await timed(stage, () => runStage(stage, options)));
  }
  const nothing = { stage: 'selection', seconds: 0, passed: 0, failures: [`no test file has ${options.paths.join(' or ')} in its path`] };
  return outcomes.length === 0 ? [nothing] : outcomes;
}

function runStage(stage: StageName, options: TestRunOptions): Promise<Tally> {
  switch (stage) {
    case 'check':
      return runCheck(options.signal);
    case 'unit':
    case 'contract':
      return runProject(stage, options, {});
    case 'integration':
      return runOnStores(options);
    case 'api':
    case 'clients':
      return runOnSuite(stage, options);
    case 'cluster':
      return runCluster(options);
  }
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
    const environment = { ...stores.environment, PARLEY_TEST_LOG_LEVEL: 'info' };
    const tally = await runProject('integration', options, environment, workers, join(kept, 'services.log'));
    return withLogsChecked(tally, kept, secretsOfIntegration);
  } finally {
    await stores.stop();
  }
}

/** Its tests start suites of their own, one at a time: they measure time. What these log is kept when they are thrown away. */
async function runCluster(options: TestRunOptions): Promise<Tally> {
  const wordsFile = join(reports, `cluster-${secretWordsFile}`);
  mkdirSync(reports, { recursive: true });
  rmSync(wordsFile, { force: true });
  const environment = { TMPDIR: temporary, [keptLogsVariable]: join(logs, 'cluster'), PARLEY_TEST_SECRET_WORDS: wordsFile };
  const tally = await runProject('cluster', options, environment, 1);
  return withLogsChecked(tally, join(logs, 'cluster'), secretWordsIn(wordsFile));
}

async function runOnSuite(stage: 'api' | 'clients', options: TestRunOptions): Promise<Tally> {
  const suite = await Suite.start({
    directory: join(directory, stage),
    durable: options.isDurable ?? false,
    replicas: {},
    mailbox: true,
    progress: terminalProgress(),
    signal: options.signal,
  });
  try {
    // One file at a time: the people of the demo are the same in all, and what one file sends, another's queues would see.
    const environment = {
      PARLEY_DEMO_JSON: suite.demoFile,
      PARLEY_TEST_MAILBOX: suite.mailboxUrl ?? '',
      PARLEY_TEST_SECRET_WORDS: join(suite.directory, secretWordsFile),
    };
    const tally = await runProject(stage, options, environment, 1);
    const secrets = [...secretsOf(suite.directory), ...secretWordsIn(join(suite.directory, secretWordsFile))];
    return withLogsChecked(tally, join(suite.directory, 'logs'), secrets);
  } finally {
    await suite.stop();
  }
}

/** Counts as one more test: no log line holds a key, a password, or what people wrote. */
function withLogsChecked({ passed, failures }: Tally, logFiles: string, secrets: readonly string[]): Tally {
  const lines = linesWithSecrets(logFiles, secrets);
  if (lines.length === 0) return { passed: passed + 1, failures };
  return { passed, failures: [...failures, `log lines hold secrets: ${lines.slice(0, MOST_LINES_TOLD).join(', ')}`] };
}

function runProject(
  project: StageName,
  options: TestRunOptions,
  environment: Readonly<Record<string, string>>,
  jestWorkers = workers,
  logFile?: string,
): Promise<Tally> {
  return runJest({
    project,
    paths: options.paths,
    workers: jestWorkers,
    environment: { ...options.environment, ...environment },
    ...(logFile === undefined ? {} : { logFile }),
    reportFile: join(reports, `${project}.json`),
    deadlineMs: options.deadlineMs ?? standardDeadlineMs,
    signal: options.signal,
  });
}

/** A stage that cannot run counts as one failure; the others go on. */
async function timed(stage: string, work: () => Promise<Tally>): Promise<StageOutcome> {
  const began = Date.now();
  const tally = await work().catch((error: unknown): Tally => ({ passed: 0, failures: [sentenceFor(error)] }));
  return { stage, seconds: (Date.now() - began) / 1000, ...tally };
}

/** Of this run, or of one that was killed: stops its suites and removes their data. */
async function discardLeftovers(): Promise<void> {
  process.env[keptLogsVariable] = logs;
  const started = existsSync(temporary) ? readdirSync(temporary).map((name) => join(temporary, name)) : [];
  for (const suite of [...started, ...['api', 'clients', 'integration'].map((stage) => join(directory, stage))]) {
    await stopRecorded(suite);
    keepLogs(suite);
    removeSuiteDirectory(suite);
  }
}
