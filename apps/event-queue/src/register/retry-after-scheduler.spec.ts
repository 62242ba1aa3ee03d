import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { Requester } from '@parley/runtime';
import { RetryAfterScheduler } from './retry-after-scheduler.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const ANNA: Requester = { organizationId: 1, personId: 1 };
const BEN: Requester = { organizationId: 1, personId: 2 };
const CARLA: Requester = { organizationId: 2, personId: 3 };

const times = (count: number, next: () => number) => Array.from({ length: count }, next);

it('assigns to each second as many clients as can be served in it', () => {
  const retryAfter = new RetryAfterScheduler();
  expect(times(6, () => retryAfter.next(2.5, ANNA))).toEqual([1, 1, 2, 2, 3, 3]);
});

it('assigns one client to each second, however slow the work is', () => {
  const retryAfter = new RetryAfterScheduler();
  expect(times(3, () => retryAfter.next(0.2, ANNA))).toEqual([1, 2, 3]);
});

it('forgets past seconds', () => {
  const retryAfter = new RetryAfterScheduler();
  expect(times(4, () => retryAfter.next(2, ANNA))).toEqual([1, 1, 2, 2]);
  jest.advanceTimersByTime(1_000);
  expect(times(3, () => retryAfter.next(2, ANNA))).toEqual([2, 2, 3]);
  jest.advanceTimersByTime(60_000);
  expect(retryAfter.next(2, ANNA)).toBe(1);
});

it('serves later people and organizations without waiting for the crowd of another', () => {
  const retryAfter = new RetryAfterScheduler();
  times(1_000, () => retryAfter.next(10, ANNA));
  expect(times(4, () => retryAfter.next(10, CARLA))).toEqual([1, 1, 1, 1]);
  expect(retryAfter.next(10, BEN)).toBe(1);
});

it('counts a crowd of different people of one organization as one crowd', () => {
  const retryAfter = new RetryAfterScheduler();
  const assigned = Array.from({ length: 100 }, (_, n) => retryAfter.next(10, { organizationId: 1, personId: n }));
  expect(assigned.filter((seconds) => seconds === 1)).toHaveLength(10);
  expect(Math.max(...assigned)).toBe(10);
  expect(retryAfter.next(20, CARLA)).toBe(1);
});

it('spreads clients for whom there is no room over two minutes', () => {
  const randoms = [0, 0.5, 0.999];
  const retryAfter = new RetryAfterScheduler(() => randoms.shift() ?? 0);
  expect(Math.max(...times(120, () => retryAfter.next(1, ANNA)))).toBe(120);
  expect(times(3, () => retryAfter.next(1, ANNA))).toEqual([1, 61, 120]);
});
