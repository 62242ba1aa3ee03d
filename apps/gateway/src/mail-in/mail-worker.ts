// Entry point of the worker thread that readInThread starts. It reads one mail and ends.
import { parentPort, workerData } from 'node:worker_threads';
import { type ReadingOptions, type ReadMail, readMail } from './read-mail.js';

export type ReadingResult = { readonly mail: ReadMail } | { readonly problem: string };

const { raw, options } = workerData as { readonly raw: Uint8Array; readonly options: ReadingOptions };

readMail(raw, options).then(
  (mail) => parentPort?.postMessage({ mail } satisfies ReadingResult, buffersOf(mail)),
  (error: unknown) => parentPort?.postMessage({ problem: error instanceof Error ? error.message : 'unknown' } satisfies ReadingResult),
);

/** What is moved and not copied. A buffer that has more than one file is copied. */
function buffersOf({ files }: ReadMail): ArrayBuffer[] {
  const whole = files.flatMap(({ content: { buffer, byteLength } }) =>
    buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [],
  );
  return [...new Set(whole)];
}
