// Reads the texts of Linux's /proc. Only parsing, so that specs can check it on any machine.

/** One tick of /proc/PID/stat. Linux reports ticks of 1/100 s to programs, whatever its own clock is. */
const TICK_MS = 10;
/** Positions after the name of the program, which is in parentheses and may contain spaces. */
const USER = 11;
const SYSTEM = 12;
const REAPED_USER = 13;
const REAPED_SYSTEM = 14;

export interface ProcessTimes {
  /** User and system time of all threads, also of those that ended. Whole ticks. */
  readonly ownMs: number;
  /** The same of all children that ended. */
  readonly endedChildrenMs: number;
}

/** /proc/PID/stat */
export function parseStat(text: string): ProcessTimes {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = (position: number): number => {
    const value = Number(fields[position]);
    if (!Number.isInteger(value)) throw new Error(`not a line of /proc/PID/stat: ${text}`);
    return value;
  };
  return {
    ownMs: (ticks(USER) + ticks(SYSTEM)) * TICK_MS,
    endedChildrenMs: (ticks(REAPED_USER) + ticks(REAPED_SYSTEM)) * TICK_MS,
  };
}

/** The time of one thread from /proc/PID/task/TID/schedstat, to the nanosecond. */
export function parseSchedstat(text: string): number {
  const nanoseconds = Number(text.split(' ')[0]);
  if (text.trim() === '' || Number.isNaN(nanoseconds)) throw new Error(`not a line of schedstat: ${text}`);
  return nanoseconds / 1e6;
}

/** Kilobytes of /proc/PID/smaps_rollup: pages that processes share count in parts. */
export function parsePss(text: string): number {
  const [, kilobytes] = /^Pss:\s+(\d+) kB$/m.exec(text) ?? [];
  if (kilobytes === undefined) throw new Error('no line "Pss:" in smaps_rollup');
  return Number(kilobytes);
}

/** Milliseconds in which all processors together were busy, and those that the host of a virtual machine took. From /proc/stat. */
export function parseMachine(text: string): { readonly busyMs: number; readonly stolenMs: number } {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0, stolen = 0] = (text.split('\n')[0] ?? '')
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return { busyMs: (user + nice + system + irq + softIrq) * TICK_MS, stolenMs: stolen * TICK_MS };
}

/** NUL separates the variables of /proc/PID/environ and the words of /proc/PID/cmdline. */
export function parseWords(text: string): string[] {
  return text.split('\0').filter((word) => word !== '');
}
