import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { fullDiskSentence, isDiskFull } from '../terminal/clear-error.js';
import type { ProcessPlan } from './process-plan.js';

const tailBytes = 16_384;

/** One sentence with the reason why a process did not start, from the end of its log. */
export function explainEnd(plan: ProcessPlan): string {
  const lines = tailOf(plan.logFile);
  if (lines.some(isDiskFull)) return fullDiskSentence(plan.cwd);
  const inUse = lines.findLast((line) => /address already in use|EADDRINUSE/i.test(line));
  if (inUse !== undefined) return `${plan.name} did not start: its port is in use by another program (log: ${plan.logFile}).`;
  const messages = lines.map(messageOf).filter((message) => message !== '');
  const said = messages.findLast(soundsLikeFailure) ?? messages.at(-1);
  return `${plan.name} did not start${said === undefined ? '' : `: ${said.slice(0, 400)}`} (log: ${plan.logFile}).`;
}

/** Services log JSON lines, stores and crashes log text. */
function messageOf(line: string): string {
  if (!line.startsWith('{')) return line.trim();
  try {
    const entry: { msg?: unknown; level?: unknown; err?: { message?: unknown } } = JSON.parse(line);
    const cause = typeof entry.err?.message === 'string' ? `: ${entry.err.message}` : '';
    return `${typeof entry.msg === 'string' ? entry.msg : ''}${cause}`.replaceAll('\n', ' ');
  } catch {
    // A line truncated by the crash.
    return line.trim();
  }
}

function soundsLikeFailure(message: string): boolean {
  return /error|fatal|fail|not set|cannot|could not|refused|denied/i.test(message) && !message.startsWith('at ');
}

function tailOf(path: string): string[] {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const tail = Buffer.alloc(Math.min(size, tailBytes));
    readSync(file, tail, 0, tail.length, size - tail.length);
    return tail.toString('utf8').split('\n').filter(Boolean).slice(-40);
  } finally {
    closeSync(file);
  }
}
