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
  it('is the same each time it is asked, and ends with the process', async () => {
    const { identity, ended } = await spawnSleeper();
    expect(identityOf(identity.pid)).toEqual(identity);
    expect(isAlive(identity)).toBe(true);
    expect(signalProcess(identity, 'SIGKILL')).toBe(true);
    await ended;
    expect(isAlive(identity)).toBe(false);
    expect(signalProcess(identity, 'SIGKILL')).toBe(false);
  });

  it('keeps another program that got the same pid from being signalled', async () => {
    const { identity, ended } = await spawnSleeper();
    const before = { pid: identity.pid, began: 'another boot:1' };
    expect(isAlive(before)).toBe(false);
    expect(signalProcess(before, 'SIGKILL')).toBe(false);
    expect(isAlive(identity)).toBe(true);
    signalProcess(identity, 'SIGKILL');
    await ended;
  });
});
