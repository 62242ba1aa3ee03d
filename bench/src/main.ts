// Started by `npm run bench`, in three steps: `check` the options, `prepare` the organizations on a suite, and `measure` on a restarted one. Also by
// `npm run drill:polls`, in one step: `polls`.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chosenScenarios } from './choose.js';
import { LiveBench, type Profiled } from './live-bench.js';
import { describeCommit, describeMachine, MachineLoad } from './machine.js';
import type { Timing } from './measure/operation.js';
import { holdPolls } from './polls/hold-polls.js';
import { withDatabase } from './prepare/database.js';
import { type PlaceName, type Places, readPlaces } from './prepare/places.js';
import { preparePlace } from './prepare/prepare-place.js';
import { Profiler } from './profile/profiler.js';
import { recordStatements } from './profile/statements.js';
import { agreement, comparison, readResult } from './report/compare.js';
import { headOf, ReportFiles } from './report/files.js';
import type { Result, Row } from './report/row.js';
import { sectionsOf, textOf } from './report/sections.js';
import { hasFailed, runScenarios } from './run-scenarios.js';
import { ALL_SCENARIOS } from './scenarios/all-scenarios.js';
import { readTarget, type Target } from './target.js';

const FULL: Timing = { windowMs: 1_200, windows: 5, warmUpMs: 1_200, warmUpWindows: 8, quietMs: 3_000, idleMs: 15_000 };
const POLLS_WITHIN_MS = 30 * 60_000;
const QUICK: Timing = { windowMs: 700, windows: 3, warmUpMs: 700, warmUpWindows: 6, quietMs: 2_000, idleMs: 6_000 };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    target: { type: 'string', default: '' },
    places: { type: 'string', default: '' },
    out: { type: 'string', default: '.parley/bench' },
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    compare: { type: 'string' },
    profile: { type: 'string' },
    profiles: { type: 'string', default: '' },
    polls: { type: 'string', default: '' },
    browser: { type: 'string', default: '' },
  },
});
const startedAt = Date.now();
const say = (text: string) => console.log(`[${((Date.now() - startedAt) / 1000).toFixed(0).padStart(4)} s] ${text}`);
const steps: Readonly<Record<string, () => Promise<number>>> = { check, prepare, measure, polls };
process.exit((await steps[positionals[0] ?? '']?.()) ?? 1);

function chosen() {
  if (values.profile === undefined) return chosenScenarios(ALL_SCENARIOS, values.only);
  const one = ALL_SCENARIOS.filter(({ name }) => name === values.profile);
  // Fails with the names of all.
  return one.length === 1 ? one : chosenScenarios(ALL_SCENARIOS, `${values.profile} `);
}

/** Before anything is started. */
async function check(): Promise<number> {
  try {
    chosen();
    if (values.compare !== undefined) readResult(values.compare);
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return 1;
  }
}

async function prepare(): Promise<number> {
  const target = readTarget(values.target);
  const needed = new Set<PlaceName>(chosen().flatMap(({ needs }) => needs));
  const places: Places = {};
  await withDatabase(target, async (client) => {
    for (const name of needed) {
      say(`organization ${name}`);
      places[name] = await preparePlace(target, client, name);
    }
    await client.query('VACUUM (ANALYZE)');
    if (values.profile !== undefined) await recordStatements(client);
  });
  writeFileSync(values.places, JSON.stringify(places), { mode: 0o600 });
  return 0;
}

async function measure(): Promise<number> {
  const scenarios = chosen();
  const earlier = values.compare === undefined ? undefined : readResult(values.compare);
  const { quick } = values;
  const profiled = values.profile === undefined ? undefined : profiledBy(readTarget(values.target), values.profile);
  const bench = await LiveBench.open({
    target: () => readTarget(values.target),
    places: readPlaces(values.places),
    timing: quick ? QUICK : FULL,
    turns: quick || profiled !== undefined ? 1 : FULL.windows,
    quick,
    browser: values.browser,
    profiled,
    say,
  });
  // Profiling costs time of its own, so these figures are not kept.
  if (profiled !== undefined) return hasFailed(await runScenarios(scenarios, bench, () => undefined).finally(() => bench.stop())) ? 1 : 0;
  const load = new MachineLoad(() => bench.clock);
  const at = new Date(startedAt).toISOString();
  const machine = describeMachine();
  const commit = describeCommit();
  const files = new ReportFiles(values.out, at, quick);
  const resultOf = (rows: readonly Row[]): Result => {
    const seconds = (Date.now() - startedAt) / 1000;
    return { version: 1, at, seconds, commit, quick, machine, load: load.since(), rows: [...rows] };
  };
  const rows = await runScenarios(scenarios, bench, (sofar) => files.write(resultOf(sofar))).finally(() => bench.stop());
  const result = resultOf(rows);
  files.write(result);
  const changes = earlier === undefined ? [] : [comparison(earlier.rows, rows)];
  const agree = earlier === undefined ? '' : `\n\n${agreement(earlier.rows, rows)}`;
  console.log(`\n${headOf(result)}\n\n${textOf([...sectionsOf(rows), ...changes])}${agree}\n\nWritten: ${files.paths.join(', ')}`);
  return hasFailed(rows) ? 1 : 0;
}

async function polls(): Promise<number> {
  const late = setTimeout(() => {
    console.error(`The drill has not ended within ${POLLS_WITHIN_MS / 60_000} minutes.`);
    process.exit(1);
  }, POLLS_WITHIN_MS);
  late.unref();
  const rows = await withDatabase(readTarget(values.target), (client) =>
    holdPolls({ target: () => readTarget(values.target), client, polls: Number(values.polls), say }),
  ).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    return null;
  });
  if (rows === null) return 1;
  const [at, seconds] = [new Date(startedAt).toISOString(), (Date.now() - startedAt) / 1000];
  const load = { others: 0, stolen: 0 };
  const result: Result = { version: 1, at, seconds, commit: describeCommit(), quick: false, machine: describeMachine(), load, rows };
  const files = new ReportFiles(join(values.out, 'polls'), at, false);
  files.write(result);
  console.log(`\n${textOf(sectionsOf(rows))}\n\nWritten: ${files.paths.join(', ')}`);
  return 0;
}

/** The summary is printed at once. */
function profiledBy(target: Target, name: string): Profiled {
  const profiler = new Profiler(target, values.profiles, values.out);
  return async (work) => {
    const { result, text } = await profiler.record(name, work);
    console.log(`\n${text}\n`);
    return result;
  };
}
