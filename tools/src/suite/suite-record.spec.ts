import { spawn } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ScratchFolders } from '../scratch-folders.js';
import { identityOf, isAlive, type ProcessIdentity, signalProcess } from '../supervise/process-identity.js';
import { claimDirectory, type RecordedProcess, readRecord, stopRecorded, writeRecord } from './suite-record.js';

const folders = new ScratchFolders();
let directory: string;
const sleepers: ProcessIdentity[] = [];

beforeEach(() => {
  directory = folders.make('record');
});
afterEach(() => {
  for (const sleeper of sleepers.splice(0)) signalProcess(sleeper, 'SIGKILL');
});
afterAll(() => folders.remove());

function spawnSleeper(): ProcessIdentity {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'ignore' });
  const identity = identityOf(child.pid ?? 0);
  if (!identity) throw new Error('the sleeper did not start');
  sleepers.push(identity);
  return identity;
}

function recorded(name: string, identity: ProcessIdentity | undefined, isGiven = false): RecordedProcess {
  return { name, identity, isGiven, url: 'http://127.0.0.1:9991', readyUrl: 'http://127.0.0.1:1', stopSignal: 'SIGTERM' };
}

describe('claiming a data directory', () => {
  it('is refused while its supervisor lives, with the address where it runs', async () => {
    const supervisor = spawnSleeper();
    writeRecord(directory, [recorded('gateway-1', undefined)], { supervisor });
    await expect(claimDirectory(directory)).rejects.toThrow(`Parley runs already at http://127.0.0.1:9991 (process ${supervisor.pid})`);
  });

  it('succeeds only once if two try at the same moment', async () => {
    const claims = await Promise.allSettled([claimDirectory(directory), claimDirectory(directory)]);
    expect(claims.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('stops processes that a killed supervisor left running', async () => {
    const orphan = spawnSleeper();
    writeRecord(directory, [recorded('redis', orphan)], { supervisor: { pid: 999_999, began: 'x' } });
    await claimDirectory(directory);
    expect(isAlive(orphan)).toBe(false);
    expect(readRecord(directory)?.supervisor.pid).toBe(process.pid);
  });

  it('does not touch other programs with the pids of a record from before a crash of the machine', async () => {
    const innocent = spawnSleeper();
    const stale = { pid: innocent.pid, began: 'the boot before:77' };
    writeRecord(directory, [recorded('postgres', stale)], { supervisor: stale });
    await claimDirectory(directory);
    expect(isAlive(innocent)).toBe(true);
  });

  it('ignores a record that a crash truncated', async () => {
    writeFileSync(join(directory, 'running.json'), '{"supervisor":{"pi');
    await claimDirectory(directory);
    expect(readRecord(directory)?.processes).toEqual([]);
  });
});

describe('stopping by the record', () => {
  it('reports if nothing ran', async () => {
    expect(await stopRecorded(directory)).toBe(false);
  });

  it('stops the processes of a dead supervisor and removes the record', async () => {
    const orphan = spawnSleeper();
    writeRecord(directory, [recorded('redis', orphan), recorded('nats', undefined, true)], { supervisor: { pid: 999_999, began: 'x' } });
    expect(await stopRecorded(directory)).toBe(true);
    expect(isAlive(orphan)).toBe(false);
    expect(readRecord(directory)).toBeUndefined();
  });
});

it('the record, which contains store passwords, is readable for its owner only', () => {
  writeRecord(directory, [], { supervisor: { pid: 1, began: 'x' } });
  expect(statSync(join(directory, 'running.json')).mode & 0o077).toBe(0);
});
