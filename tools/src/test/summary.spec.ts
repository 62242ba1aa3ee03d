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
