import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { errorCode } from '../terminal/error-code.js';

/** A process that we started. The pid alone would not do: after a reboot, or a while, another program may have it. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When the process began, in the words of the system. Together with the pid it names one process for good. */
  readonly began: string;
}

/** @returns undefined when no such process lives */
export function identityOf(pid: number): ProcessIdentity | undefined {
  const began = process.platform === 'linux' ? beganOnLinux(pid) : beganElsewhere(pid);
  return began === undefined ? undefined : { pid, began };
}

export function isAlive({ pid, began }: ProcessIdentity): boolean {
  return identityOf(pid)?.began === began;
}

/** @returns false when the process was gone already */
export function signalProcess(identity: ProcessIdentity, signal: NodeJS.Signals): boolean {
  if (!isAlive(identity)) return false;
  try {
    return process.kill(identity.pid, signal);
  } catch (error) {
    // It ended between the look and the signal.
    if (errorCode(error) === 'ESRCH') return false;
    throw error;
  }
}

/** Ticks since boot, with the boot's own id so that a pid file from before a crash never matches. A zombie counts as ended. */
function beganOnLinux(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program's name stands in brackets and may hold spaces; the fields are counted after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
    const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${bootId}:${fields[19]}`;
  } catch {
    // No such process.
    return undefined;
  }
}

function beganElsewhere(pid: number): string | undefined {
  try {
    return (
      execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim() ||
      undefined
    );
  } catch {
    // ps exits 1 when no such process exists.
    return undefined;
  }
}
