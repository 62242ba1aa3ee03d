import { sentenceFor } from '../terminal/clear-error.js';
import { onInterruption } from '../terminal/interruption.js';
import { summaryOf } from './summary.js';
import { runTests, type StageOutcome, type TestRunOptions } from './test-run.js';

/** Runs the requested tests, prints the results, and exits with 1 if anything failed. */
export async function reportTests(optionsOf: () => Omit<TestRunOptions, 'signal'>): Promise<never> {
  const began = Date.now();
  const outcomes = await outcomesOf(optionsOf);
  const { text, failed } = summaryOf(outcomes, (Date.now() - began) / 1000);
  console.log(text);
  process.exit(failed === 0 ? 0 : 1);
}

async function outcomesOf(optionsOf: () => Omit<TestRunOptions, 'signal'>): Promise<readonly StageOutcome[]> {
  try {
    return await runTests({ ...optionsOf(), signal: onInterruption() });
  } catch (error) {
    return [{ stage: 'set-up', seconds: 0, passed: 0, failures: [sentenceFor(error)] }];
  }
}
