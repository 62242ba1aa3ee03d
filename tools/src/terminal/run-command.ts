import { sentenceFor } from './clear-error.js';

/** Runs a command to its end and sets the exit code: 0, or the returned number, or 1 after printing one sentence. */
export async function runCommand(work: () => Promise<number | undefined> | Promise<void>): Promise<void> {
  try {
    process.exitCode = (await work()) ?? 0;
  } catch (error) {
    console.error(sentenceFor(error));
    process.exitCode = 1;
  }
}
