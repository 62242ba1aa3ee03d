import { fork } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { ProcessorClock, usedBetween } from './processor-clock.js';

const onLinux = process.platform === 'linux' ? describe : () => undefined;

onLinux('the processor time of this process', () => {
  const clock = new ProcessorClock([{ name: 'here', pid: process.pid }]);

  it('grows with its work', () => {
    const from = clock.read();
    const began = process.cpuUsage();
    while (process.cpuUsage(began).user < 50_000);
    expect(usedBetween(from, clock.read()).get('here')).toBeGreaterThan(25);
  });

  it('keeps that of a child that ended', async () => {
    const from = clock.read();
    const child = fork('-e', ['const began = process.cpuUsage(); while (process.cpuUsage(began).user < 100_000);'], {
      execPath: process.execPath,
      stdio: 'ignore',
    });
    await once(child, 'exit');
    const { user, system } = process.cpuUsage();
    expect(usedBetween(from, clock.read()).get('here')).toBeGreaterThan(80);
    expect(clock.read().used.get('here')).toBeGreaterThan((user + system) / 1000);
  });

  it('is not zero if the process does not exist', () => {
    expect(() => new ProcessorClock([{ name: 'gone', pid: 2 ** 22 }]).read()).toThrow('gone ended while it was measured');
  });

  it('memory is in kilobytes', () => {
    expect(clock.memory().get('here')).toBeGreaterThan(10_000);
  });
});
