import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { repositoryPath } from '../repository.js';
import { ScratchFolders } from '../scratch-folders.js';
import { tallyJestRun } from './tally.js';

const folders = new ScratchFolders();
afterAll(() => folders.remove());

function reportFile(...outcomes: string[]): string {
  const path = join(folders.make('tally'), 'report.json');
  const assertionResults = outcomes.map((status, place) => ({ status, fullName: `promise ${place}` }));
  const status = outcomes.includes('failed') ? 'failed' : 'passed';
  const testResults = [{ name: repositoryPath('apps/x/test/a.it-spec.ts'), status, message: '', assertionResults }];
  writeFileSync(path, JSON.stringify({ testResults }));
  return path;
}

describe('the tally of a Jest run', () => {
  it('counts each test', () => {
    expect(tallyJestRun(reportFile('passed', 'passed', 'failed'), 1)).toEqual({
      passed: 2,
      failures: ['apps/x/test/a.it-spec.ts: promise 2'],
    });
  });

  it('counts a skipped test as failed', () => {
    expect(tallyJestRun(reportFile('passed', 'pending', 'todo'), 0)).toEqual({
      passed: 1,
      failures: ['apps/x/test/a.it-spec.ts: promise 1 (skipped)', 'apps/x/test/a.it-spec.ts: promise 2 (todo)'],
    });
  });

  it('counts a file that cannot run, or contains no test, as failed', () => {
    expect(tallyJestRun(reportFile(), 1).failures).toEqual(['apps/x/test/a.it-spec.ts: contains no test']);
  });

  it('never reports success if Jest crashed, hung, or failed without a failed test', () => {
    expect(tallyJestRun('/nowhere.json', 134)).toEqual({ passed: 0, failures: ['crashed with exit code 134'] });
    expect(tallyJestRun('/nowhere.json', undefined)).toEqual({ passed: 0, failures: ['took too long and was ended'] });
    expect(tallyJestRun(reportFile('passed'), 1)).toEqual({ passed: 1, failures: ['ended with exit code 1'] });
    expect(tallyJestRun(reportFile('passed'), undefined).failures).toHaveLength(1);
  });
});
