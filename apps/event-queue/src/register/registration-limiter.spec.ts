import { afterEach, expect, it, jest } from '@jest/globals';
import type { Requester } from '@parley/runtime';
import { RegistrationLimiter } from './registration-limiter.js';

afterEach(() => {
  jest.useRealTimers();
});

const ANNA: Requester = { organizationId: 1, personId: 1 };
const BEN: Requester = { organizationId: 1, personId: 2 };
const CARLA: Requester = { organizationId: 2, personId: 3 };

const NEVER = Number.POSITIVE_INFINITY;
const PATIENT = { atOnce: 2, maxWaiting: 1, longestWaitMs: 60_000 };

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

it('runs a limited number at once, queues a limited number, and refuses the others with 503', async () => {
  const limiter = new RegistrationLimiter(PATIENT);
  const { open, opened } = gate();
  let running = 0;
  let most = 0;
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await opened;
    running -= 1;
  };
  const three = [limiter.run(ANNA, work, NEVER), limiter.run(ANNA, work, NEVER), limiter.run(ANNA, work, NEVER)];
  await expect(limiter.run(ANNA, work, NEVER)).rejects.toMatchObject({ status: 503, retryAfterSeconds: 1 });
  expect([most, limiter.waiting]).toEqual([2, 1]);
  open();
  await Promise.all(three);
  expect([most, limiter.waiting]).toEqual([2, 0]);
  await limiter.run(ANNA, work, NEVER);
});

it('refuses a call that has waited too long', async () => {
  const limiter = new RegistrationLimiter({ atOnce: 1, maxWaiting: 5, longestWaitMs: 150 });
  const { open, opened } = gate();
  const first = limiter.run(ANNA, () => opened, NEVER);
  await expect(limiter.run(ANNA, async () => 'late', NEVER)).rejects.toMatchObject({ status: 503 });
  expect(limiter.waiting).toBe(0);
  open();
  await first;
  expect(await limiter.run(ANNA, async () => 'in time', NEVER)).toBe('in time');
});

it('refuses at once a call that cannot be served in time: the longer the work takes, the shorter the queue', async () => {
  jest.useFakeTimers();
  const lineOf = async (workMs: number) => {
    const limiter = new RegistrationLimiter({ atOnce: 1, maxWaiting: 100, longestWaitMs: 60_000 });
    for (let n = 0; n < 100; n += 1) {
      const work = limiter.run(ANNA, () => delay(workMs), NEVER);
      await jest.advanceTimersByTimeAsync(workMs);
      await work;
    }
    const { open, opened } = gate();
    const outcomes = [limiter.run(ANNA, () => opened, NEVER)];
    for (let n = 0; n < 50; n += 1) outcomes.push(limiter.run(ANNA, async () => undefined, Date.now() + 5_000));
    const length = limiter.waiting;
    open();
    expect((await Promise.allSettled(outcomes)).filter(({ status }) => status === 'fulfilled')).toHaveLength(1 + length);
    return length;
  };
  // Each keeps a margin of two durations.
  expect([await lineOf(50), await lineOf(500), await lineOf(1_000), await lineOf(3_000)]).toEqual([50, 8, 3, 0]);
});

it('continues after work that failed', async () => {
  const limiter = new RegistrationLimiter({ ...PATIENT, atOnce: 1 });
  await expect(limiter.run(ANNA, () => Promise.reject(new Error('failed')), NEVER)).rejects.toThrow('failed');
  expect(await limiter.run(ANNA, async () => 'next', NEVER)).toBe('next');
});

it('assigns refused calls a Retry-After for when they can be served', async () => {
  jest.useFakeTimers();
  const limiter = new RegistrationLimiter({ atOnce: 1, maxWaiting: 0, longestWaitMs: 1_000 });
  const { open, opened } = gate();
  const first = limiter.run(ANNA, () => opened, NEVER);
  const assigned: number[] = [];
  for (let n = 0; n < 25; n += 1) {
    await limiter.run(ANNA, async () => undefined, NEVER).catch(({ retryAfterSeconds }) => assigned.push(retryAfterSeconds));
  }
  open();
  await first;
  // The assumed duration is 100 ms: ten calls a second.
  expect([1, 2, 3].map((second) => assigned.filter((seconds) => seconds === second).length)).toEqual([10, 10, 5]);
});

it('serves organizations and people in turns, however many earlier calls one of them made', async () => {
  const limiter = new RegistrationLimiter({ atOnce: 1, maxWaiting: 100, longestWaitMs: 60_000 });
  const { open, opened } = gate();
  const served: string[] = [];
  const ask = (name: string, requester: Requester) => limiter.run(requester, async () => void served.push(name), NEVER);
  const calls = [limiter.run(ANNA, () => opened, NEVER)];
  for (let n = 0; n < 50; n += 1) calls.push(ask('anna', ANNA));
  calls.push(ask('ben', BEN), ask('carla', CARLA));
  open();
  await Promise.all(calls);
  expect(served.slice(0, 5).sort()).toEqual(['anna', 'anna', 'ben', 'carla', 'anna'].sort());
  expect(served.indexOf('carla')).toBeLessThan(3);
});

it('admits another organization to a queue that one has filled, and refuses the newest call of that one', async () => {
  const limiter = new RegistrationLimiter({ atOnce: 1, maxWaiting: 10, longestWaitMs: 60_000 });
  const { open, opened } = gate();
  const outcomes: string[] = [];
  const ask = (name: string, requester: Requester) =>
    limiter
      .run(requester, async () => 'served', NEVER)
      .then(
        () => outcomes.push(`${name} served`),
        ({ retryAfterSeconds }) => outcomes.push(`${name} refused ${retryAfterSeconds}`),
      );
  const first = limiter.run(ANNA, () => opened, NEVER);
  const calls = Array.from({ length: 10 }, (_, n) => ask(`anna ${n}`, ANNA));
  calls.push(ask('carla', CARLA));
  open();
  await Promise.all([first, ...calls]);
  expect(outcomes).toContain('carla served');
  expect(outcomes).toContain('anna 9 refused 1');
  expect(outcomes.filter((outcome) => outcome.endsWith('served'))).toHaveLength(10);
});

it('does not refuse a quiet organization because of the queue of a crowded one: its own turn comes soon', async () => {
  jest.useFakeTimers();
  const limiter = new RegistrationLimiter({ atOnce: 1, maxWaiting: 1_000, longestWaitMs: 8_000 });
  // The work takes a second, so the crowd fills the queue as far as it can.
  for (let n = 0; n < 50; n += 1) {
    const work = limiter.run(ANNA, () => delay(1_000), NEVER);
    await jest.advanceTimersByTimeAsync(1_000);
    await work;
  }
  const crowd = Array.from({ length: 100 }, () => limiter.run(ANNA, () => delay(1_000), NEVER));
  const refused = Promise.allSettled(crowd);
  await jest.advanceTimersByTimeAsync(0);
  const quiet = limiter.run(CARLA, () => delay(1_000), NEVER).then(() => 'served');
  await jest.advanceTimersByTimeAsync(60_000);
  await expect(quiet).resolves.toBe('served');
  expect((await refused).filter(({ status }) => status === 'rejected').length).toBeGreaterThan(80);
});
