import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { isAlive } from '../supervise/process-identity.js';
import { ClearError } from '../terminal/clear-error.js';
import { readRecord } from './suite-record.js';

/** Asks a question at the terminal. undefined if there is no terminal. */
export type Ask = (question: string) => Promise<string>;

/**
 * Asks before the data of a suite is deleted.
 * @throws ClearError if the answer is not yes, or if there is no terminal
 */
export async function confirmReset(directory: string, ask: Ask | undefined): Promise<void> {
  const data = `all messages, accounts and files in ${directory}`;
  if (ask === undefined) {
    throw new ClearError(`--reset deletes ${data}. There is no terminal to confirm it: add --yes, as in npm start -- --reset --yes.`);
  }
  const running = readRecord(directory);
  // Without data there is nothing to lose. If the suite is running, the start itself fails and deletes nothing.
  if (!existsSync(join(directory, 'stores')) || (running && isAlive(running.supervisor))) return;
  const answer = await ask(`--reset deletes ${data}. Type yes to continue: `);
  if (answer.trim().toLowerCase() !== 'yes') throw new ClearError('Nothing was deleted, and Parley was not started.');
}

/** @returns undefined if there is no terminal */
export function terminalAsk(): Ask | undefined {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
  return async (question) => {
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    const closed = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
    try {
      // Ctrl-D and Ctrl-C close it without an answer.
      return await Promise.race([lines.question(question), closed]);
    } finally {
      lines.close();
    }
  };
}
