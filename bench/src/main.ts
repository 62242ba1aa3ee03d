// Started by `npm run bench [-- --quick] [-- --only register|register-crowd|delivery|memory|sends|register-large|channels|presence|reading]`, which
// brings up the suite to measure and names it in --target.
import { mkdirSync, writeFileSync } from 'node:fs';
import { arch, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { plot } from './report/plot.js';
import type { Row, Scale } from './report/row.js';
import { table } from './report/table.js';
import { measureChannels } from './scenarios/channels.js';
import { measureDelivery } from './scenarios/delivery.js';
import { measureMemory } from './scenarios/memory.js';
import { measurePresence } from './scenarios/presence.js';
import { measureReading } from './scenarios/reading.js';
import { measureLargeRegister, measureRegister } from './scenarios/register.js';
import { measureRegisterCrowd } from './scenarios/register-crowd.js';
import { measureSends } from './scenarios/sends.js';
import { readPeople, readTarget } from './target.js';

const FULL: Scale = {
  durationMs: 10_000,
  warmUpMs: 3_000,
  sendConcurrencies: [1, 16, 64],
  subscribers: [10, 1_000, 10_000],
  heldPolls: [100, 1_000, 5_000],
  deliveries: 10,
  registers: 200,
  memoryPolls: 10_000,
  returning: 10_000,
  crowd: 5_000,
  archivedMessages: 1_000_000,
};
const QUICK: Scale = {
  ...FULL,
  durationMs: 3_000,
  warmUpMs: 1_000,
  sendConcurrencies: [1, 16],
  subscribers: [10, 10_000],
  heldPolls: [100, 1_000],
  deliveries: 4,
  memoryPolls: 2_000,
  returning: 1_000,
};

/** In this order, because sends fill the organization with 10,000 accounts, which makes every later registration a large one. */
const SCENARIOS = {
  register: measureRegister,
  'register-crowd': measureRegisterCrowd,
  delivery: measureDelivery,
  memory: measureMemory,
  sends: measureSends,
  'register-large': measureLargeRegister,
  channels: measureChannels,
  presence: measurePresence,
  reading: measureReading,
};

const { values } = parseArgs({
  options: {
    target: { type: 'string' },
    quick: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    out: { type: 'string', default: 'bench/results' },
  },
});
if (values.target === undefined) throw new Error('--target is missing: use `npm run bench`');

const startedAt = Date.now();
const target = readTarget(values.target);
const people = readPeople(target);
const scale = values.quick ? QUICK : FULL;
const rows: Row[] = [];
for (const [name, measure] of Object.entries(SCENARIOS)) {
  if (values.only !== undefined && !values.only.includes(name)) continue;
  rows.push(
    ...(await measure(target, people, scale, (step) =>
      console.log(`[${((Date.now() - startedAt) / 1000).toFixed(0).padStart(4)} s] ${step}`),
    )),
  );
}

const machine = {
  cpus: cpus().length,
  model: cpus()[0]?.model,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  arch: arch(),
  node: process.version,
};
mkdirSync(values.out, { recursive: true });
const stem = join(values.out, `${new Date(startedAt).toISOString().replaceAll(':', '-').slice(0, 19)}${values.quick ? '-quick' : ''}`);
writeFileSync(`${stem}.json`, JSON.stringify({ at: new Date(startedAt).toISOString(), quick: values.quick, machine, rows }, null, 2));
writeFileSync(`${stem}.svg`, plot(rows, `Parley on ${machine.cpus} cores, ${new Date(startedAt).toISOString().slice(0, 10)}`));
console.log(`\n${table(rows)}\n\nratio: Parley over the bare program of the same run.\nWritten: ${stem}.json, ${stem}.svg`);
process.exit(0);
