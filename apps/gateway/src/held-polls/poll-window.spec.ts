import { beforeEach, expect, it } from '@jest/globals';
import { CALLS_PER_PROCESS, PollWindow } from './poll-window.js';

const BATCH = 200;
const FAST_MS = 10;
const SLOW_MS = 1_000;
let window: PollWindow;
beforeEach(() => {
  window = new PollWindow(BATCH);
});

function call(polls: number, tookMs: number): void {
  window.begin(polls);
  window.end(polls, tookMs);
}

it('begins with room for one full call', () => {
  expect(window.room).toBe(BATCH);
  window.begin(BATCH);
  expect([window.polls, window.isFree]).toEqual([BATCH, false]);
});

it('allows few calls, however small', () => {
  for (let n = 0; n < CALLS_PER_PROCESS; n += 1) {
    expect(window.isFree).toBe(true);
    window.begin(1);
  }
  expect(window.isFree).toBe(false);
  window.end(1, FAST_MS);
  expect(window.isFree).toBe(true);
});

it('grows with fast calls, up to as many full calls as may be in progress', () => {
  call(BATCH, FAST_MS);
  expect(window.room).toBe(225);
  for (let n = 0; n < 100; n += 1) call(BATCH, FAST_MS);
  expect(window.room).toBe(CALLS_PER_PROCESS * BATCH);
});

it('is halved by slow calls, and never closes', () => {
  call(BATCH, SLOW_MS);
  expect(window.room).toBe(100);
  for (let n = 0; n < 10; n += 1) call(50, SLOW_MS);
  expect(window.room).toBe(25);
});

it('is forgotten only when it would be the same as a new one, or when its process is gone', () => {
  call(BATCH, SLOW_MS);
  expect([window.isForgettable(true), window.isForgettable(false)]).toEqual([false, true]);
  for (let n = 0; n < 4; n += 1) call(BATCH, FAST_MS);
  expect(window.isForgettable(true)).toBe(true);
  window.begin(1);
  expect([window.isForgettable(true), window.isForgettable(false)]).toEqual([false, false]);
});
