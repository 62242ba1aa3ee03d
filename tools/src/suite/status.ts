import { isReady } from '../supervise/is-ready.js';
import { isAlive } from '../supervise/process-identity.js';
import { shownUrl } from '../supervise/process-plan.js';
import { readRecord } from './suite-record.js';

/** One line of `npm run status -- --json`. */
export interface ProcessStatus {
  readonly name: string;
  /** null for a store that was given by URL, and for a process that is down. */
  readonly pid: number | null;
  readonly healthy: boolean;
  /** Without credentials. */
  readonly url: string;
}

/** What runs in a data directory, asked of each process now. Empty when nothing was started or all was stopped. */
export async function statusOf(directory: string): Promise<ProcessStatus[]> {
  const record = readRecord(directory);
  const all = await Promise.all(
    (record?.processes ?? []).map(async ({ name, identity, isGiven, url, readyUrl }) => {
      const lives = identity !== undefined && isAlive(identity);
      const healthy = (lives || isGiven) && (await isReady(readyUrl));
      return { name, pid: lives ? identity.pid : null, healthy, url: shownUrl(url) };
    }),
  );
  // After a crash of the whole machine only the record is left.
  const supervised = record !== undefined && isAlive(record.supervisor);
  return supervised ? all : all.filter(({ pid }) => pid !== null);
}
