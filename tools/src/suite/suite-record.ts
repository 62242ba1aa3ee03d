import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from '../../lock.mjs';
import { identityOf, isAlive, type ProcessIdentity, signalProcess } from '../supervise/process-identity.js';
import type { SupervisedProcess } from '../supervise/supervised-process.js';
import { waitUntil } from '../supervise/wait-until.js';
import { ClearError } from '../terminal/clear-error.js';
import { errorCode } from '../terminal/error-code.js';
import type { ControlAddress } from './control.js';

/** One line of `npm run status`. */
export interface RecordedProcess {
  readonly name: string;
  /** A store given by URL, which is never stopped. */
  readonly isGiven: boolean;
  /** undefined for a given store, and between a crash and the restart. */
  readonly identity?: ProcessIdentity | undefined;
  readonly url: string;
  readonly readyUrl: string;
  readonly stopSignal: NodeJS.Signals;
}

/** The running processes of a data directory. Written by its supervisor at each change, read by status, stop and the next start. */
export interface SuiteRecord {
  readonly supervisor: ProcessIdentity;
  /** In the order of their start. */
  readonly processes: readonly RecordedProcess[];
  /** The address of the supervisor for commands. Absent during the start. */
  readonly control?: ControlAddress | undefined;
}

interface RecordOptions {
  /** Default: this process. */
  readonly supervisor?: ProcessIdentity;
  readonly control?: ControlAddress | undefined;
}

const fileName = 'running.json';
const stopDeadlineMs = 60_000;
const orphanDeadlineMs = 20_000;

/** @returns undefined if nothing was started here, or everything was stopped */
export function readRecord(directory: string): SuiteRecord | undefined {
  try {
    return JSON.parse(readFileSync(join(directory, fileName), 'utf8'));
  } catch (error) {
    // Missing, or truncated by a machine crash. Then nothing of it runs either.
    if (error instanceof SyntaxError || errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** The record of a supervised process. */
export function recordOf({ plan, identity }: SupervisedProcess): RecordedProcess {
  const { name, url, readyUrl, stopSignal } = plan;
  return { name, isGiven: false, identity, url, readyUrl, stopSignal };
}

/**
 * Writes the record atomically, so that readers never see half of it. It contains passwords, so it is readable for its owner only.
 */
export function writeRecord(
  directory: string,
  processes: readonly RecordedProcess[],
  { supervisor = ownIdentity(), control }: RecordOptions = {},
): void {
  const record: SuiteRecord = { supervisor, processes, control };
  const path = join(directory, fileName);
  writeFileSync(`${path}.new`, JSON.stringify(record, null, 2), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

export function removeRecord(directory: string): void {
  rmSync(join(directory, fileName), { force: true });
}

/**
 * Makes this process the supervisor of a data directory, and stops processes that a killed supervisor left there.
 * @throws ClearError if another supervisor is running
 */
export async function claimDirectory(directory: string): Promise<void> {
  mkdirSync(directory, { recursive: true });
  // If two start at the same moment, the second must see the first.
  await withLock(join(directory, 'claim.lock'), {}, async () => {
    const running = readRecord(directory);
    if (running && isAlive(running.supervisor)) throw new ClearError(alreadyRunningSentence(running));
    await stopOrphans(running);
    writeRecord(directory, []);
  });
}

/**
 * Stops the processes of a data directory, whether its supervisor is alive or not.
 * @returns false if nothing ran
 */
export async function stopRecorded(directory: string): Promise<boolean> {
  const record = readRecord(directory);
  if (!record) return false;
  const wasRunning = isAlive(record.supervisor) || livingOf(record).length > 0;
  if (signalProcess(record.supervisor, 'SIGTERM') && !(await waitUntil(() => !isAlive(record.supervisor), stopDeadlineMs))) {
    signalProcess(record.supervisor, 'SIGKILL');
  }
  // The supervisor may have started something after the record was read.
  await stopOrphans(existsSync(join(directory, fileName)) ? readRecord(directory) : record);
  removeRecord(directory);
  return wasRunning;
}

/** Stores were started first, so they are stopped last. */
async function stopOrphans(record: SuiteRecord | undefined): Promise<void> {
  for (const { identity, stopSignal } of record?.processes.toReversed() ?? []) {
    if (!identity || !signalProcess(identity, stopSignal)) continue;
    if (!(await waitUntil(() => !isAlive(identity), orphanDeadlineMs))) signalProcess(identity, 'SIGKILL');
  }
}

function ownIdentity(): ProcessIdentity {
  const own = identityOf(process.pid);
  if (!own) throw new Error('this process has no identity');
  return own;
}

function livingOf(record: SuiteRecord): RecordedProcess[] {
  return record.processes.filter(({ identity }) => identity && isAlive(identity));
}

function alreadyRunningSentence({ supervisor, processes }: SuiteRecord): string {
  const front = processes.at(-1);
  const where = front ? ` at ${new URL(front.url).origin}` : '';
  return `Parley runs already${where} (process ${supervisor.pid}): see npm run status, or stop it with npm run stop.`;
}
