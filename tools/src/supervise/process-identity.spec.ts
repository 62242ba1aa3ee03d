import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { identityOf, isAlive, type ProcessIdentity, signalProcess } from './process-identity.js';

async function spawnSleeper(): Promise<{ identity: ProcessIdentity; ended: Promise<unknown> }> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  const identity = identityOf(child.pid ?? 0);
  if (!identity) throw new Error('the sleeper did not start');
  return { identity, ended };
}

describe('the identity of a process', () => {
  it('is constant during the life of the process, and ends with it', async () => {
    const { identity, ended } = await spawnSleeper();
    expect(identityOf(identity.pid)).toEqual(identity);
    expect(isAlive(identity)).toBe(true);
    expect(signalProcess(identity, 'SIGKILL')).toBe(true);
    await ended;
    expect(isAlive(identity)).toBe(false);
    expect(signalProcess(identity, 'SIGKILL')).toBe(false);
  });

  it('protects another program with the same pid from signals', async () => {
    const { identity, ended } = await spawnSleeper();
    const before = { pid: identity.pid, began: 'another boot:1' };
    expect(isAlive(before)).toBe(false);
    expect(signalProcess(before, 'SIGKILL')).toBe(false);
    expect(isAlive(identity)).toBe(true);
    signalProcess(identity, 'SIGKILL');
    await ended;
  });
});
