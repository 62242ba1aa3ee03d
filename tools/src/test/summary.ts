import type { StageOutcome } from './test-run.js';

/** A table of the stages, a line for each skipped part and each failure, and the sum as the last line. */
export function summaryOf(outcomes: readonly StageOutcome[]): { text: string; failed: number } {
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const failed = outcomes.reduce((sum, outcome) => sum + outcome.failures.length, 0);
  const table = outcomes.map(({ stage, seconds, passed, failures }) =>
    [
      stage.padEnd(12),
      `${passed} passed`.padStart(12),
      `${failures.length} failed`.padStart(11),
      `${seconds.toFixed(0)} s`.padStart(8),
    ].join(' '),
  );
  const failures = outcomes.flatMap(({ stage, failures }) => failures.map((failure) => `FAILED ${stage}: ${failure}`));
  const skipped = outcomes.flatMap(({ stage, skipped }) => (skipped === undefined ? [] : [`!!!!!! SKIPPED ${stage}: ${skipped}`]));
  return { failed, text: ['', ...table, '', ...skipped, ...failures, `${passed} passed, ${failed} failed`].join('\n') };
}
