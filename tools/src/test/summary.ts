import type { StageOutcome } from './test-run.js';

/** A table of the stages and of the whole run, a line for each skipped part and each failure, and the sum as the last line. */
export function summaryOf(outcomes: readonly StageOutcome[], wholeSeconds: number): { text: string; failed: number } {
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const failed = outcomes.reduce((sum, outcome) => sum + outcome.failures.length, 0);
  const row = (name: string, passed: number, failed: number, seconds: number) =>
    [name.padEnd(12), `${passed} passed`.padStart(12), `${failed} failed`.padStart(11), `${seconds.toFixed(0)} s`.padStart(8)].join(' ');
  // Some stages run at the same time, and the build is not a stage, so the whole run is not the sum of the stages.
  const table = [
    ...outcomes.map(({ stage, seconds, passed, failures }) => row(stage, passed, failures.length, seconds)),
    row('whole run', passed, failed, wholeSeconds),
  ];
  const failures = outcomes.flatMap(({ stage, failures }) => failures.map((failure) => `FAILED ${stage}: ${failure}`));
  const skipped = outcomes.flatMap(({ stage, skipped }) => (skipped === undefined ? [] : [`!!!!!! SKIPPED ${stage}: ${skipped}`]));
  return { failed, text: ['', ...table, '', ...skipped, ...failures, `${passed} passed, ${failed} failed`].join('\n') };
}
