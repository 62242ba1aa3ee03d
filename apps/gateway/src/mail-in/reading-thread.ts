import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { ReadingResult } from './mail-worker.js';
import type { ReadingOptions, ReadMail } from './read-mail.js';
import { delayed, refused } from './smtp-refusal.js';

/** Wall-clock time. The longest mail takes about a second, but the machine may be busy. */
const DEADLINE_MS = 30_000;
const MAX_HEAP_MB = 256;

/**
 * Reads a mail in a thread of its own, with limits of time and memory. The thread ends afterwards, so a hostile mail leaves nothing behind.
 * @throws SmtpRefusal
 */
export async function readInThread(raw: Uint8Array<ArrayBuffer>, options: ReadingOptions): Promise<ReadMail> {
  // It gets no environment, because it needs none and the environment contains secrets.
  const worker = new Worker(workerFile(), {
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
      timer = setTimeout(() => reject(delayed('4.3.0', 'The mail could not be read in time')), DEADLINE_MS);
      worker.once('message', resolve);
      // Out of memory, for example.
      worker.once('error', () => reject(unreadable()));
      worker.once('exit', () => reject(unreadable()));
    });
    if ('problem' in result) throw unreadable();
    return result.mail;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

function unreadable() {
  return refused('5.6.0', 'The mail cannot be read: it is malformed, nested too deeply, or too complex');
}

/** It is beside the bundle of the gateway. Tests run from the sources, and use the built file. */
function workerFile(): string {
  const beside = fileURLToPath(new URL('./mail-worker.js', import.meta.url));
  return existsSync(beside) ? beside : fileURLToPath(new URL('../../dist/mail-worker.js', import.meta.url));
}
