import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { Asker } from '@parley/runtime';
import { Appointments } from './appointments.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const ANNA: Asker = { organizationId: 1, personId: 1 };
const BEN: Asker = { organizationId: 1, personId: 2 };
const CARLA: Asker = { organizationId: 2, personId: 3 };

const times = (count: number, next: () => number) => Array.from({ length: count }, next);

it('assigns to each second as many clients as can be served in it', () => {
  const appointments = new Appointments();
  expect(times(6, () => appointments.next(2.5, ANNA))).toEqual([1, 1, 2, 2, 3, 3]);
});

it('assigns one client to each second, however slow the work is', () => {
  const appointments = new Appointments();
  expect(times(3, () => appointments.next(0.2, ANNA))).toEqual([1, 2, 3]);
});

it('forgets past seconds', () => {
  const appointments = new Appointments();
  expect(times(4, () => appointments.next(2, ANNA))).toEqual([1, 1, 2, 2]);
  jest.advanceTimersByTime(1_000);
  expect(times(3, () => appointments.next(2, ANNA))).toEqual([2, 2, 3]);
  jest.advanceTimersByTime(60_000);
  expect(appointments.next(2, ANNA)).toBe(1);
});

it('serves later people and organizations without waiting for the crowd of another', () => {
  const appointments = new Appointments();
  times(1_000, () => appointments.next(10, ANNA));
  expect(times(4, () => appointments.next(10, CARLA))).toEqual([1, 1, 1, 1]);
  expect(appointments.next(10, BEN)).toBe(1);
});

it('counts a crowd of different people of one organization as one crowd', () => {
  const appointments = new Appointments();
  const told = Array.from({ length: 100 }, (_, n) => appointments.next(10, { organizationId: 1, personId: n }));
  expect(told.filter((seconds) => seconds === 1)).toHaveLength(10);
  expect(Math.max(...told)).toBe(10);
  expect(appointments.next(20, CARLA)).toBe(1);
});

it('spreads clients for whom there is no room over two minutes', () => {
  const randoms = [0, 0.5, 0.999];
  const appointments = new Appointments(() => randoms.shift() ?? 0);
  expect(Math.max(...times(120, () => appointments.next(1, ANNA)))).toBe(120);
  expect(times(3, () => appointments.next(1, ANNA))).toEqual([1, 61, 120]);
});
