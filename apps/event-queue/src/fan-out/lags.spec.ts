import { expect, it } from '@jest/globals';
import { Lags } from './lags.js';

const LANE = 7;

it('without a lane that is behind, nothing is old', () => {
  const lags = new Lags();
  lags.keep(LANE, { cursor: 1, head: 3, nextAt: null }, 0);
  lags.delete(LANE);
  expect([lags.oldestSeconds(60_000), lags.mostEvents, lags.lanes]).toEqual([0, 0, []]);
});

it('an event whose time is not known counts from the first comparison that found it', () => {
  const lags = new Lags();
  lags.keep(LANE, { cursor: 1, head: 2, nextAt: null }, 10_000);
  lags.keep(LANE, { cursor: 1, head: 9, nextAt: null }, 11_000);
  expect([lags.oldestSeconds(15_000), lags.eventsOf(LANE)]).toEqual([5, 8]);
});

it('a lane that always has new events, and fans them out, is not old', () => {
  const lags = new Lags();
  for (let second = 0; second < 60; second += 1)
    lags.keep(LANE, { cursor: second * 100, head: second * 100 + 3, nextAt: null }, second * 1_000);
  expect(lags.oldestSeconds(59_500)).toBe(0.5);
});

it('the time at which an event was logged counts, also if it becomes known later', () => {
  const lags = new Lags();
  lags.keep(LANE, { cursor: 1, head: 5, nextAt: 4_000 }, 10_000);
  expect(lags.oldestSeconds(10_000)).toBe(6);
  // The time is not known any more, but the event is the same.
  lags.keep(LANE, { cursor: 1, head: 5, nextAt: null }, 11_000);
  expect(lags.oldestSeconds(11_000)).toBe(7);
  // While fan-out catches up, the age is that of the next event.
  lags.keep(LANE, { cursor: 3, head: 5, nextAt: 9_000 }, 12_000);
  expect(lags.oldestSeconds(12_000)).toBe(3);
  lags.nextLogged(LANE, 2_000);
  expect(lags.oldestSeconds(12_000)).toBe(10);
});

it('the oldest event of all lanes counts, and a clock that is behind makes no age negative', () => {
  const lags = new Lags();
  lags.keep(LANE, { cursor: 1, head: 2, nextAt: 5_000 }, 5_000);
  lags.keep(8, { cursor: 1, head: 50, nextAt: 9_000 }, 9_000);
  expect([lags.oldestSeconds(10_000), lags.mostEvents]).toEqual([5, 49]);
  expect(lags.oldestSeconds(4_000)).toBe(0);
});

it('the time of an event says nothing about a lane that is not behind', () => {
  const lags = new Lags();
  lags.nextLogged(LANE, 1_000);
  expect(lags.oldestSeconds(10_000)).toBe(0);
});
