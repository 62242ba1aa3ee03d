import { readFileSync } from 'node:fs';
import { scaled, sumOf } from '../measure/amounts.js';
import { parsePss } from '../measure/proc.js';
import type { Bench, Scenario } from './scenario.js';

const KB_PER_MB = 1_024;

/** What was measured before the first scenario. */
const idle: Scenario = {
  name: 'idle',
  needs: [],
  run: async ({ idle: by }) => [{ name: 'idle', unit: 'ms per second', total: sumOf(by), by: Object.fromEntries(by) }],
};

/** Of the suite, and of the command that supervises it. */
async function memory(name: string, { clock }: Bench) {
  const supervisor = parsePss(readFileSync(`/proc/${process.ppid}/smaps_rollup`, 'utf8'));
  const by = scaled(new Map([...clock.memory(), ['supervisor', supervisor]]), 1 / KB_PER_MB);
  return [{ name, unit: 'MB' as const, total: sumOf(by), by: Object.fromEntries(by) }];
}

/** The first scenarios of a run: nothing has been asked for. */
export const atRest: readonly Scenario[] = [idle, { name: 'memory-at-rest', needs: [], run: (bench) => memory('memory-at-rest', bench) }];

/** The last one. */
export const afterLoad: readonly Scenario[] = [
  { name: 'memory-after-load', needs: [], run: (bench) => memory('memory-after-load', bench) },
];
