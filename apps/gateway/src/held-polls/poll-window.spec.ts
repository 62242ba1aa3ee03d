import { beforeEach, expect, it } from '@jest/globals';
import { CALLS_PER_PROCESS, PollWindow } from './poll-window.js';

const BATCH = 200;
const FAST_MS = 10;
const SLOW_MS = 1_000;
let now: number;
let window: PollWindow;
beforeEach(() => {
  now = 0;
  window = new PollWindow(BATCH);
});

function call(polls: number, tookMs: number, failed = false): void {
  const startedAt = now;
  window.begin(polls);
  now += tookMs;
  window.end({ polls, startedAt, failed }, now);
}

it('begins with room for one full call', () => {
  expect(window.room).toBe(BATCH);
  window.begin(BATCH);
  expect([window.load, window.isFree]).toEqual([1, false]);
});

it('allows few calls, however small', () => {
  for (let n = 0; n < CALLS_PER_PROCESS; n += 1) {
    expect(window.isFree).toBe(true);
    window.begin(1);
  }
  expect(window.isFree).toBe(false);
  window.end({ polls: 1, startedAt: now, failed: false }, now + FAST_MS);
  expect(window.isFree).toBe(true);
});

it('grows with fast calls that filled it, up to twice a full call', () => {
  call(BATCH, FAST_MS);
  expect(window.room).toBe(225);
  call(BATCH, FAST_MS);
  expect(window.room).toBe(225);
  for (let n = 0; n < 20; n += 1) call(window.room, FAST_MS);
  expect(window.room).toBe(2 * BATCH);
});

it('is halved by slow and by failed calls, once for those that overlap, and never closes', () => {
  for (let n = 0; n < 20; n += 1) call(window.room, FAST_MS);
  window.begin(10);
  call(BATCH, SLOW_MS);
  expect(window.room).toBe(190);
  window.end({ polls: 10, startedAt: 0, failed: false }, now);
  expect(window.room).toBe(200);
  call(1, FAST_MS, true);
  expect(window.room).toBe(100);
  call(1, FAST_MS, true);
  expect(window.room).toBe(100);
});

it('says to avoid the process for 2 seconds after a call that failed or took 2 seconds', () => {
  call(1, SLOW_MS);
  expect(window.isAvoided(now)).toBe(false);
  call(1, FAST_MS, true);
  expect([window.isAvoided(now), window.isAvoided(now + 2_000)]).toEqual([true, false]);
  now += 2_000;
  call(1, 2_000);
  expect(window.isAvoided(now)).toBe(true);
});
