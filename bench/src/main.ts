// Started by `npm run bench`, in three steps: `check` the options, `prepare` the organizations on a suite, and `measure` on a restarted one.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { chosenScenarios } from './choose.js';
import { LiveBench } from './live-bench.js';
import { describeCommit, describeMachine, MachineLoad } from './machine.js';
import type { Timing } from './measure/operation.js';
import { withDatabase } from './prepare/database.js';
import { type PlaceName, type Places, readPlaces } from './prepare/places.js';
import { preparePlace } from './prepare/prepare-place.js';
import { comparison, readResult } from './report/compare.js';
import { headOf, ReportFiles } from './report/files.js';
import type { Result, Row } from './report/row.js';
import { sectionsOf, textOf } from './report/sections.js';
import { hasFailed, runScenarios } from './run-scenarios.js';
import { ALL_SCENARIOS } from './scenarios/all-scenarios.js';
import { readTarget } from './target.js';

const FULL: Timing = { windowMs: 1_500, windows: 5, warmUpWindows: 10, quietMs: 3_000, idleMs: 15_000 };
const QUICK: Timing = { windowMs: 700, windows: 3, warmUpWindows: 6, quietMs: 2_000, idleMs: 6_000 };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    target: { type: 'string', default: '' },
    places: { type: 'string', default: '' },
    out: { type: 'string', default: '.parley/bench' },
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    compare: { type: 'string' },
  },
});
const startedAt = Date.now();
const say = (text: string) => console.log(`[${((Date.now() - startedAt) / 1000).toFixed(0).padStart(4)} s] ${text}`);
const steps: Readonly<Record<string, () => Promise<number>>> = { check, prepare, measure };
process.exit((await steps[positionals[0] ?? '']?.()) ?? 1);

/** Before anything is started. */
async function check(): Promise<number> {
  try {
    chosenScenarios(ALL_SCENARIOS, values.only);
    if (values.compare !== undefined) readResult(values.compare);
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return 1;
  }
}

async function prepare(): Promise<number> {
  const target = readTarget(values.target);
  const needed = new Set<PlaceName>(chosenScenarios(ALL_SCENARIOS, values.only).flatMap(({ needs }) => needs));
  const places: Places = {};
  await withDatabase(target, async (client) => {
    for (const name of needed) {
      say(`organization ${name}`);
      places[name] = await preparePlace(target, client, name);
    }
    await client.query('VACUUM (ANALYZE)');
  });
  writeFileSync(values.places, JSON.stringify(places), { mode: 0o600 });
  return 0;
}

async function measure(): Promise<number> {
  const scenarios = chosenScenarios(ALL_SCENARIOS, values.only);
  const earlier = values.compare === undefined ? undefined : readResult(values.compare);
  const { quick } = values;
  const bench = await LiveBench.open(readTarget(values.target), readPlaces(values.places), { timing: quick ? QUICK : FULL, quick, say });
  const load = new MachineLoad(bench.clock);
  const at = new Date(startedAt).toISOString();
  const machine = describeMachine();
  const commit = describeCommit();
  const files = new ReportFiles(values.out, at, quick);
  const resultOf = (rows: readonly Row[]): Result => {
    const seconds = (Date.now() - startedAt) / 1000;
    return { version: 1, at, seconds, commit, quick, machine, load: load.since(), rows: [...rows] };
  };
  const rows = await runScenarios(scenarios, bench, (sofar) => files.write(resultOf(sofar)));
  const result = resultOf(rows);
  files.write(result);
  const changes = earlier === undefined ? [] : [comparison(earlier.rows, rows)];
  console.log(`\n${headOf(result)}\n\n${textOf([...sectionsOf(rows), ...changes])}\n\nWritten: ${files.paths.join(', ')}`);
  return hasFailed(rows) ? 1 : 0;
}
