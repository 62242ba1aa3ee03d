import { readFileSync, readlinkSync } from 'node:fs';

/** The kernel's id of the calling thread. Undefined if this is not Linux. */
export function ownTask(): string | undefined {
  try {
    return readlinkSync('/proc/thread-self').split('/').at(-1);
  } catch {
    return undefined;
  }
}

/** Processor time of a thread of this process in milliseconds. Undefined if the system does not report it. */
export function processorTimeOf(task: string | undefined): number | undefined {
  if (task === undefined) return undefined;
  try {
    const [nanoseconds] = readFileSync(`/proc/self/task/${task}/schedstat`, 'utf8').split(' ');
    return Number(nanoseconds) / 1e6;
  } catch {
    return undefined;
  }
}
