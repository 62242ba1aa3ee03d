import { sentenceFor } from '../terminal/clear-error.js';
import { onInterruption } from '../terminal/interruption.js';
import { summaryOf } from './summary.js';
import { runTests, type StageOutcome, type TestRunOptions } from './test-run.js';

/** Runs the tests that are asked for, prints what came of them, and ends the process: with 1 where anything failed. */
export async function reportTests(asked: () => Omit<TestRunOptions, 'signal'>): Promise<never> {
  const { text, failed } = summaryOf(await outcomesOf(asked));
  console.log(text);
  process.exit(failed === 0 ? 0 : 1);
}

async function outcomesOf(asked: () => Omit<TestRunOptions, 'signal'>): Promise<readonly StageOutcome[]> {
  try {
    return await runTests({ ...asked(), signal: onInterruption() });
  } catch (error) {
    return [{ stage: 'set-up', seconds: 0, passed: 0, failures: [sentenceFor(error)] }];
  }
}
