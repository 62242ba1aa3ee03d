// The code of the thread that PasswordGuesses starts.
import { parentPort } from 'node:worker_threads';
import { type PasswordQuestion, withstands } from './guess-estimate.js';

export interface NumberedQuestion extends PasswordQuestion {
  readonly number: number;
}

export interface NumberedVerdict {
  readonly number: number;
  /** Undefined if the estimate failed. */
  readonly isStrong: boolean | undefined;
}

parentPort?.on('message', ({ number, ...question }: NumberedQuestion) => {
  const answer = (isStrong: boolean | undefined) => parentPort?.postMessage({ number, isStrong } satisfies NumberedVerdict);
  withstands(question).then(answer, () => answer(undefined));
});
