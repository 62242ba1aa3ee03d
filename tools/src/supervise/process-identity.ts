import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { errorCode } from '../terminal/error-code.js';

/** A process that we started. The pid is not sufficient, because another program may have it after a reboot or some time. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Start time in the system's format. Together with the pid it identifies a process. */
  readonly began: string;
}

/** @returns undefined if there is no such process */
export function identityOf(pid: number): ProcessIdentity | undefined {
  const began = process.platform === 'linux' ? beganOnLinux(pid) : beganElsewhere(pid);
  return began === undefined ? undefined : { pid, began };
}

export function isAlive({ pid, began }: ProcessIdentity): boolean {
  return identityOf(pid)?.began === began;
}

/** @returns false if the process was already gone */
export function signalProcess(identity: ProcessIdentity, signal: NodeJS.Signals): boolean {
  if (!isAlive(identity)) return false;
  try {
    return process.kill(identity.pid, signal);
  } catch (error) {
    // It ended between the check and the signal.
    if (errorCode(error) === 'ESRCH') return false;
    throw error;
  }
}

/** Ticks since boot, with the id of the boot so that a record from before a crash never matches. A zombie counts as ended. */
function beganOnLinux(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program's name is in brackets and may contain spaces; the fields are counted after it.
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
