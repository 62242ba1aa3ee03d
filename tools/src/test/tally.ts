import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { repositoryRoot } from '../repository.js';

/** The result of one stage of `npm test`. */
export interface Tally {
  readonly passed: number;
  /** One line per failure. */
  readonly failures: readonly string[];
  /** Tests that this machine could not run, with the reason. */
  readonly skipped?: string;
}

interface JestReport {
  readonly testResults: readonly {
    readonly name: string;
    /** The reason why the file could not run. */
    readonly message: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** A skipped test checks nothing, so it counts as failed, and so does a file that cannot run. */
function tallyJest(report: JestReport): Tally {
  const failures: string[] = [];
  let passed = 0;
  for (const { name, status, message, assertionResults } of report.testResults) {
    const file = relative(repositoryRoot, name);
    for (const { fullName, status: outcome } of assertionResults) {
      if (outcome === 'passed') passed += 1;
      else failures.push(`${file}: ${fullName}${outcome === 'failed' ? '' : ` (${outcome === 'pending' ? 'skipped' : outcome})`}`);
    }
    const failedAsFile = status === 'failed' && !assertionResults.some((result) => result.status === 'failed');
    if (failedAsFile || assertionResults.length === 0) failures.push(`${file}: ${firstLine(message) ?? 'contains no test'}`);
  }
  return { passed, failures };
}

/**
 * Reads the report of a Jest run, and compares it with the exit code.
 * @param exitCode undefined if the run was ended at its deadline
 */
export function tallyJestRun(reportFile: string, exitCode: number | undefined): Tally {
  if (!existsSync(reportFile)) {
    return { passed: 0, failures: [exitCode === undefined ? 'took too long and was ended' : `crashed with exit code ${exitCode}`] };
  }
  const report: JestReport = JSON.parse(readFileSync(reportFile, 'utf8'));
  const tally = tallyJest(report);
  if (exitCode === undefined)
    return { ...tally, failures: [...tally.failures, 'all tests ended, but something they left open kept the run from ending'] };
  if (tally.passed + tally.failures.length === 0) return { passed: 0, failures: ['no test was found'] };
  if (exitCode !== 0 && tally.failures.length === 0) return { ...tally, failures: [`ended with exit code ${exitCode}`] };
  return tally;
}

function firstLine(message: string): string | undefined {
  return message
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line !== '' && !line.startsWith('●'));
}
