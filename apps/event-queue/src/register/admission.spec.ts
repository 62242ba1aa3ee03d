import { afterEach, expect, it, jest } from '@jest/globals';
import { Admission } from './admission.js';

afterEach(() => {
  jest.useRealTimers();
});

const NEVER = Number.POSITIVE_INFINITY;
const PATIENT = { atOnce: 2, longestLine: 1, longestWaitMs: 60_000 };

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

it('runs so many at once, lets so many wait in line, and sends the others away with 503', async () => {
  const admission = new Admission(PATIENT);
  const { open, opened } = gate();
  let running = 0;
  let most = 0;
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await opened;
    running -= 1;
  };
  const three = [admission.run(work, NEVER), admission.run(work, NEVER), admission.run(work, NEVER)];
  await expect(admission.run(work, NEVER)).rejects.toMatchObject({ status: 503, retryAfterSeconds: 1 });
  expect([most, admission.waiting]).toEqual([2, 1]);
  open();
  await Promise.all(three);
  expect([most, admission.waiting]).toEqual([2, 0]);
  await admission.run(work, NEVER);
});

it('lets nobody wait longer than somebody waits for the answer', async () => {
  const admission = new Admission({ atOnce: 1, longestLine: 5, longestWaitMs: 150 });
  const { open, opened } = gate();
  const first = admission.run(() => opened, NEVER);
  await expect(admission.run(async () => 'late', NEVER)).rejects.toMatchObject({ status: 503 });
  expect(admission.waiting).toBe(0);
  open();
  await first;
  expect(await admission.run(async () => 'in time', NEVER)).toBe('in time');
});

it('lets nobody wait who cannot be served in time: the longer the work takes, the shorter the line', async () => {
  jest.useFakeTimers();
  const lineOf = async (workMs: number) => {
    const admission = new Admission({ atOnce: 1, longestLine: 100, longestWaitMs: 60_000 });
    for (let n = 0; n < 100; n += 1) {
      const work = admission.run(() => delay(workMs), NEVER);
      await jest.advanceTimersByTimeAsync(workMs);
      await work;
    }
    const { open, opened } = gate();
    const outcomes = [admission.run(() => opened, NEVER)];
    for (let n = 0; n < 50; n += 1) outcomes.push(admission.run(async () => undefined, Date.now() + 5_000));
    const length = admission.waiting;
    open();
    expect((await Promise.allSettled(outcomes)).filter(({ status }) => status === 'fulfilled')).toHaveLength(1 + length);
    return length;
  };
  // Two durations are the margin of each.
  expect([await lineOf(50), await lineOf(500), await lineOf(1_000), await lineOf(3_000)]).toEqual([50, 8, 3, 0]);
});

it('goes on after work that failed', async () => {
  const admission = new Admission({ ...PATIENT, atOnce: 1 });
  await expect(admission.run(() => Promise.reject(new Error('failed')), NEVER)).rejects.toThrow('failed');
  expect(await admission.run(async () => 'next', NEVER)).toBe('next');
});

it('tells those who are sent away to come again when they can be served', async () => {
  jest.useFakeTimers();
  const admission = new Admission({ atOnce: 1, longestLine: 0, longestWaitMs: 1_000 });
  const { open, opened } = gate();
  const first = admission.run(() => opened, NEVER);
  const told: number[] = [];
  for (let n = 0; n < 25; n += 1) {
    await admission.run(async () => undefined, NEVER).catch(({ retryAfterSeconds }) => told.push(retryAfterSeconds));
  }
  open();
  await first;
  // Work is supposed to take 100 ms: ten a second.
  expect([1, 2, 3].map((second) => told.filter((seconds) => seconds === second).length)).toEqual([10, 10, 5]);
});
