import { expect, it } from '@jest/globals';
import { summaryOf } from './summary.js';

it('the last line of npm test is the sum over all stages', () => {
  const outcomes = [
    { stage: 'check', seconds: 9, passed: 11, failures: [] },
    { stage: 'unit', seconds: 20.4, passed: 300, failures: ['libs/a.spec.ts: keeps its promise'] },
  ];
  const { text, failed } = summaryOf(outcomes, 41.2);
  expect(failed).toBe(1);
  expect(
    text
      .split('\n')
      .slice(1, 4)
      .map((line) => line.split(/ {2,}/)),
  ).toEqual([
    ['check', '11 passed', '0 failed', '9 s'],
    ['unit', '300 passed', '1 failed', '20 s'],
    ['whole run', '311 passed', '1 failed', '41 s'],
  ]);
  expect(text.split('\n').slice(-2)).toEqual(['FAILED unit: libs/a.spec.ts: keeps its promise', '311 passed, 1 failed']);
});

it('tests that this machine could not run are listed above the sum, and do not fail', () => {
  const { text, failed } = summaryOf([{ stage: 'clients', seconds: 9, passed: 11, failures: [], skipped: 'there is no browser' }], 9);
  expect(failed).toBe(0);
  expect(text.split('\n').slice(-2)).toEqual(['!!!!!! SKIPPED clients: there is no browser', '11 passed, 0 failed']);
});
