import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { Caller } from '@parley/client';
import { PresenceReports } from './presence-reports.js';

const MINUTE = 60_000;

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

it('tells each minute whether the person uses the page, at once when they come back, and nothing after the end', () => {
  const told: unknown[] = [];
  const call = (_: unknown, { status, new_user_input }: { status: string; new_user_input: boolean }) => {
    told.push([status, new_user_input]);
    return Promise.reject(new Error('lost'));
  };
  let hasFocus = true;
  const end = new AbortController();
  const reports = new PresenceReports(
    { call } as Caller,
    () => MINUTE,
    () => hasFocus,
    end.signal,
  );
  reports.used();
  expect(told).toEqual([]);
  reports.report();
  jest.advanceTimersByTime(MINUTE);
  expect(told.splice(0)).toEqual([
    ['active', true],
    ['active', false],
  ]);
  hasFocus = false;
  jest.advanceTimersByTime(MINUTE);
  expect(told.splice(0)).toEqual([['idle', false]]);
  hasFocus = true;
  jest.advanceTimersByTime(4 * MINUTE);
  expect(told.splice(0).at(-1)).toEqual(['idle', false]);
  reports.used();
  expect(told.splice(0)).toEqual([['active', true]]);
  reports.used();
  expect(told).toEqual([]);
  end.abort();
  jest.advanceTimersByTime(10 * MINUTE);
  reports.report();
  expect(told).toEqual([]);
});
