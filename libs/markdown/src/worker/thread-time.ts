import { readFileSync, readlinkSync } from 'node:fs';

/** The calling thread, as the kernel names it. Undefined: this is not Linux. */
export function ownTask(): string | undefined {
  try {
    return readlinkSync('/proc/thread-self').split('/').at(-1);
  } catch {
    return undefined;
  }
}

/** Milliseconds of processor time that a thread of this process has used. Undefined: the system does not say. */
export function processorTimeOf(task: string | undefined): number | undefined {
  if (task === undefined) return undefined;
  try {
    const [nanoseconds] = readFileSync(`/proc/self/task/${task}/schedstat`, 'utf8').split(' ');
    return Number(nanoseconds) / 1e6;
  } catch {
    return undefined;
  }
}
