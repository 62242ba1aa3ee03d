import { expect, it } from '@jest/globals';
import { summaryOf } from './summary.js';

it('the last line of npm test is the sum over all stages', () => {
  const { text, failed } = summaryOf([
    { stage: 'check', seconds: 9, passed: 11, failures: [] },
    { stage: 'unit', seconds: 20.4, passed: 300, failures: ['libs/a.spec.ts: keeps its promise'] },
  ]);
  expect(failed).toBe(1);
  expect(text.split('\n').slice(-2)).toEqual(['FAILED unit: libs/a.spec.ts: keeps its promise', '311 passed, 1 failed']);
});

it('tests that this machine could not run are listed above the sum, and do not fail', () => {
  const { text, failed } = summaryOf([{ stage: 'clients', seconds: 9, passed: 11, failures: [], skipped: 'there is no browser' }]);
  expect(failed).toBe(0);
  expect(text.split('\n').slice(-2)).toEqual(['!!!!!! SKIPPED clients: there is no browser', '11 passed, 0 failed']);
});
