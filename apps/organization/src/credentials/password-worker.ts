// The code of the thread that PasswordGuesses starts.
import { parentPort } from 'node:worker_threads';
import { type PasswordQuestion, withstands } from './guess-estimate.js';

export interface PasswordVerdict {
  /** Undefined if the estimate failed. */
  readonly isStrong: boolean | undefined;
}

parentPort?.on('message', (question: PasswordQuestion) => {
  const answer = (isStrong: boolean | undefined) => parentPort?.postMessage({ isStrong } satisfies PasswordVerdict);
  withstands(question).then(answer, () => answer(undefined));
});
