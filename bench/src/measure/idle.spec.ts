import { describe, expect, it } from '@jest/globals';
import { measureIdle, untilQuiet, withoutIdle } from './idle.js';
import type { Reading } from './processor-clock.js';

function reading(at: number, used: Readonly<Record<string, number>>): Reading {
  return { at, used: new Map(Object.entries(used)) };
}

/** Each reading is a second after the one before, and adds the next amount. */
function clockOf(amounts: readonly number[]) {
  let count = 0;
  let used = 0;
  return {
    read: () => {
      const next = reading(count * 1000, { gateway: used });
      used += amounts[Math.min(count, amounts.length - 1)] ?? 0;
      count += 1;
      return next;
    },
    readings: () => count,
  };
}

describe('idle cost', () => {
  it('is subtracted by the time that passed', () => {
    const used = withoutIdle(reading(0, { gateway: 10, redis: 5 }), reading(2_000, { gateway: 110, redis: 25 }), new Map([['redis', 10]]));
    expect([...used]).toEqual([
      ['gateway', 100],
      ['redis', 0],
    ]);
  });

  it('is measured when the work of the start is over, and one window with other work does not count', async () => {
    const idle = await measureIdle(clockOf([500, 500, 10, 10, 10, 10, 10, 10, 900, 10, 10, 10, 10, 10, 10]), 1_000);
    expect(idle.get('gateway')).toBe(10);
  });
});

describe('the wait for what follows an answer', () => {
  it('ends when two samples in a row are quiet', async () => {
    const clock = clockOf([500, 0, 500, 0, 0, 0]);
    await untilQuiet(clock, new Map(), 60_000);
    expect(clock.readings()).toBe(6);
  });

  it('is bounded', async () => {
    const clock = clockOf([500]);
    await untilQuiet(clock, new Map(), 1);
    expect(clock.readings()).toBe(2);
  });
});
