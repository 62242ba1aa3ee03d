import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { repositoryPath } from '../repository.js';
import { figuresOf, readBenchFigures, referenceFile } from './bench-figures.js';
import { unitsTable } from './shown.js';

const reference: { rows: { name: string; by?: Record<string, number>; error?: string }[] } = JSON.parse(
  readFileSync(referenceFile(), 'utf8'),
);
const without = (name: string) => ({ ...reference, rows: reference.rows.filter((row) => row.name !== name) });

describe('a bench file', () => {
  it('gives what one message costs, and what it costs to deliver it and to poll again, in milliseconds', () => {
    const row = (name: string) => reference.rows.find((each) => each.name === name)?.by ?? {};
    const figures = readBenchFigures(referenceFile());
    expect(figures.send.messaging).toBe(row('send-100').messaging);
    const microseconds = (row('deliver-3000').gateway ?? 0) + (row('deliver-3000-poll-again').gateway ?? 0);
    expect(figures.delivery.gateway).toBeCloseTo(microseconds / 1_000, 9);
  });

  it('gives nothing for a process that shows a little less than zero', () => {
    const rows = reference.rows.map((row) => (row.name === 'send-100' ? { ...row, by: { ...row.by, settings: -0.1 } } : row));
    expect(figuresOf({ ...reference, rows }, 'a file').send.settings).toBe(0);
  });

  it.each([
    ['another JSON', () => ({ rows: [] }), 'x.json is not a result of npm run bench.'],
    ['a run of some scenarios', () => without('presence'), 'x.json has no figure for presence: run npm run bench without --only.'],
    [
      'a scenario that failed',
      () => ({ ...reference, rows: [...without('presence').rows, { name: 'presence', error: 'refused' }] }),
      'x.json has no figure for presence, which failed: run npm run bench -- --only presence.',
    ],
  ])('is refused if it is %s', (_, content, sentence) => {
    expect(() => figuresOf(content(), 'x.json')).toThrow(sentence);
  });

  it.each([
    ['nowhere.json', 'There is no file '],
    ['README.md', 'is not JSON: give the JSON file of a bench.'],
  ])('%s is refused', (file, sentence) => {
    expect(() => readBenchFigures(repositoryPath(file))).toThrow(sentence);
  });
});

it('docs/scale.md has the figures of the newest run in bench/reference', () => {
  const path = repositoryPath('docs/scale.md');
  const page = readFileSync(path, 'utf8');
  const [head = '', rest = ''] = page.split('<!-- figures: PARLEY_WRITE_DOCS=1 npm test -- unit bench-figures -->\n');
  const [, tail = ''] = rest.split('<!-- end of figures -->');
  const expected = `${head}<!-- figures: PARLEY_WRITE_DOCS=1 npm test -- unit bench-figures -->\n${unitsTable(readBenchFigures(referenceFile()))}\n<!-- end of figures -->${tail}`;
  if (process.env.PARLEY_WRITE_DOCS === '1') writeFileSync(path, expected);
  else expect(page).toBe(expected);
});
