import { expect, it } from '@jest/globals';
import { type Mutant, scoreOf, survivorLine, textBetween } from './score.js';

const mutant = (status: string, place: Partial<Mutant> = {}): Mutant => ({
  file: 'libs/a/src/b.ts',
  line: 3,
  column: 9,
  mutator: 'EqualityOperator',
  original: 'a <\n      b',
  replacement: 'a <= b',
  status,
  ...place,
});

it('counts killed mutants and those that never ended as detected, survivors and mutants that no test runs as not', () => {
  const { detected, undetected, percent } = scoreOf(['Killed', 'Timeout', 'Survived', 'NoCoverage'].map((status) => mutant(status)));
  expect([detected, undetected.length, percent]).toEqual([2, 2, 50]);
});

it('leaves out mutants that were not tried', () => {
  expect(scoreOf(['Killed', 'Ignored', 'CompileError', 'RuntimeError'].map((status) => mutant(status)))).toEqual({
    detected: 1,
    undetected: [],
    percent: 100,
  });
  expect(scoreOf([]).percent).toBe(100);
});

it('does not round up to a bound', () => {
  const mutants = [...Array.from({ length: 8_499 }, () => mutant('Killed')), ...Array.from({ length: 1_501 }, () => mutant('Survived'))];
  expect(scoreOf(mutants).percent).toBe(84.9);
});

it('lists survivors by file and place', () => {
  const places = [
    mutant('Survived', { line: 5 }),
    mutant('Survived', { line: 3 }),
    mutant('Survived', { file: 'libs/a/src/a.ts', line: 9 }),
  ];
  expect(scoreOf(places).undetected.map(({ file, line }) => `${file}:${line}`)).toEqual([
    'libs/a/src/a.ts:9',
    'libs/a/src/b.ts:3',
    'libs/a/src/b.ts:5',
  ]);
});

it('says of a survivor where it is and what was changed, in one line', () => {
  expect(survivorLine(mutant('Survived'))).toBe('libs/a/src/b.ts:3:9 EqualityOperator: a < b -> a <= b');
  expect(survivorLine(mutant('NoCoverage', { original: 'x'.repeat(80) }))).toBe(
    `libs/a/src/b.ts:3:9 EqualityOperator: ${'x'.repeat(60)}... -> a <= b (no test runs it)`,
  );
});

it('cuts the mutated code out of its file', () => {
  const text = 'one\ntwo three\nfour';
  expect(textBetween(text, { line: 2, column: 5 }, { line: 2, column: 10 })).toBe('three');
  expect(textBetween(text, { line: 1, column: 3 }, { line: 3, column: 3 })).toBe('e\ntwo three\nfo');
});
