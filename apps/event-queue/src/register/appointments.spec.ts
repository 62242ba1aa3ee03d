import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { Appointments } from './appointments.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const times = (count: number, next: () => number) => Array.from({ length: count }, next);

it('gives each second to as many as can be served in it', () => {
  const appointments = new Appointments();
  expect(times(6, () => appointments.next(2.5))).toEqual([1, 1, 2, 2, 3, 3]);
});

it('gives each second to one, however slow the work is', () => {
  const appointments = new Appointments();
  expect(times(3, () => appointments.next(0.2))).toEqual([1, 2, 3]);
});

it('knows no more of seconds that are over', () => {
  const appointments = new Appointments();
  expect(times(4, () => appointments.next(2))).toEqual([1, 1, 2, 2]);
  jest.advanceTimersByTime(1_000);
  expect(times(3, () => appointments.next(2))).toEqual([2, 2, 3]);
  jest.advanceTimersByTime(60_000);
  expect(appointments.next(2)).toBe(1);
});

it('spreads those for whom there is no room within two minutes', () => {
  const randoms = [0, 0.5, 0.999];
  const appointments = new Appointments(() => randoms.shift() ?? 0);
  expect(Math.max(...times(120, () => appointments.next(1)))).toBe(120);
  expect(times(3, () => appointments.next(1))).toEqual([1, 61, 120]);
});
