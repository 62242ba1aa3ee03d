import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readResult } from './report/compare.js';
import { ReportFiles } from './report/files.js';
import type { Result, Row } from './report/row.js';
import { hasFailed, runScenarios } from './run-scenarios.js';

const said: string[] = [];
let renewed = 0;
const bench = {
  turns: 5,
  beginTurn: () => undefined,
  progress: (text: string) => void said.push(text),
  renew: async () => {
    renewed += 1;
  },
};
const row = (name: string): Row => ({ name, unit: 'ms per operation', total: 2, by: { gateway: 0.5, postgres: 1.5 } });
const good = (name: string) => ({ name, run: async () => [row(name)] });
const broken = { name: 'broken', run: () => Promise.reject(new Error('socket hang up', { cause: new Error('ECONNRESET') })) };

describe('scenarios', () => {
  it('that fail, fail alone and say why', async () => {
    const rows = await runScenarios([good('first'), broken, good('last')], bench, () => undefined);
    expect(rows).toEqual([row('first'), { name: 'broken', error: 'socket hang up: ECONNRESET' }, row('last')]);
    // A process may have ended, and another one may have taken its place.
    expect(renewed).toBe(1);
    expect(hasFailed(rows)).toBe(true);
    expect(hasFailed([row('first')])).toBe(false);
  });

  it('take turns, so that a slow minute of the machine reaches one figure of each', async () => {
    const ran: string[] = [];
    const inTurns = (name: string, totals: readonly number[]) => {
      let turn = 0;
      const run = async () => {
        ran.push(name);
        const total = totals[turn++] ?? 0;
        return [{ ...row(name), total, by: { gateway: total }, bare: { name: 'read', total: total / 2 }, ratio: 2 }];
      };
      return { name, turns: 'reads', run };
    };
    const rows = await runScenarios(
      [good('before'), inTurns('a', [2, 2, 40, 2, 2]), inTurns('b', [3, 3, 60, 3, 3])],
      bench,
      () => undefined,
    );
    expect(ran.join('')).toBe('ab'.repeat(5));
    expect(rows).toMatchObject([{ name: 'before' }, { name: 'a', ratio: 2, spread: 0 }, { name: 'b', ratio: 2, spread: 0 }]);
  });

  it('that fail in one turn, have no figures and take no further turns', async () => {
    let turns = 0;
    const run = () => (++turns === 2 ? Promise.reject(new Error('gone')) : Promise.resolve([row('often')]));
    const rows = await runScenarios([{ name: 'often', turns: 'reads', run }], bench, () => undefined);
    expect(rows).toEqual([{ name: 'often', error: 'gone' }]);
    expect(turns).toBe(2);
  });

  it('tell their progress', async () => {
    said.length = 0;
    await runScenarios([good('first')], bench, () => undefined);
    expect(said).toEqual(['1/1 first', '  first: 2.00 ms per operation']);
  });
});

describe('the files of a run', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  const resultOf = (rows: readonly Row[]): Result => ({
    ...{ version: 1, at: '2026-11-23T00:20:00.000Z', seconds: 61, commit: 'abc', quick: true },
    machine: { cpus: 2, model: 'Xeon', memoryGiB: 24, arch: 'x64', node: 'v20' },
    load: { others: 0.25, stolen: 0 },
    rows: [...rows],
  });

  it('are written after each scenario', async () => {
    const files = new ReportFiles(directory, resultOf([]).at, true);
    const counts: number[] = [];
    await runScenarios([good('first'), broken], bench, (rows) => {
      files.write(resultOf(rows));
      counts.push(readResult(files.paths[0] ?? '').rows.length);
    });
    expect(counts).toEqual([1, 2]);
    const stem = '2026-11-23T00-20-00-quick';
    expect(readdirSync(directory).sort()).toEqual([`${stem}.json`, `${stem}.md`, `${stem}.svg`]);
    expect(readFileSync(join(directory, `${stem}.md`), 'utf8')).toContain('| broken | socket hang up: ECONNRESET |');
    expect(readFileSync(join(directory, `${stem}.svg`), 'utf8')).toMatch(/^<svg [\s\S]*>first<[\s\S]*<\/svg>$/);
  });
});
