import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { ReadingResult } from './mail-worker.js';
import type { ReadingOptions, ReadMail } from './read-mail.js';
import { delayed, refused } from './smtp-refusal.js';

/** Wall-clock time. The longest mail takes about a second, but the machine may be busy. */
const DEADLINE_MS = 30_000;
const MAX_HEAP_MB = 256;
const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY';

/**
 * Reads a mail in a thread of its own, with limits of time and memory. The thread ends afterwards, so a hostile mail leaves nothing behind. The buffer of
 * `raw` is given to the thread, so it must not be used afterwards. Only what the mail itself causes is refused for good.
 * @throws SmtpRefusal
 */
export async function readInThread(
  raw: Uint8Array<ArrayBuffer>,
  options: ReadingOptions,
  program: string | URL = workerFile(),
): Promise<ReadMail> {
  // It gets no environment, because it needs none and the environment contains secrets.
  const worker = new Worker(program, {
    name: 'mail',
    env: {},
    execArgv: [],
    workerData: { raw, options },
    transferList: [raw.buffer],
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  worker.unref();
  let timer: NodeJS.Timeout | undefined;
  try {
    const result = await new Promise<ReadingResult>((resolve, reject) => {
      timer = setTimeout(() => reject(notRead()), DEADLINE_MS);
      worker.once('message', resolve);
      worker.once('error', (error) => reject('code' in error && error.code === OUT_OF_MEMORY ? unreadable() : notRead()));
      worker.once('messageerror', () => reject(notRead()));
      worker.once('exit', () => reject(notRead()));
    });
    if ('problem' in result) throw unreadable();
    return result.mail;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

function notRead() {
  return delayed('4.3.0', 'The mail could not be read; try again later');
}

function unreadable() {
  return refused('5.6.0', 'The mail cannot be read: it is malformed, nested too deeply, or too complex');
}

/** It is beside the bundle of the gateway. Tests run from the sources, and use the built file. */
function workerFile(): string {
  const beside = fileURLToPath(new URL('./mail-worker.js', import.meta.url));
  return existsSync(beside) ? beside : fileURLToPath(new URL('../../dist/mail-worker.js', import.meta.url));
}
