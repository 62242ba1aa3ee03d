import { describe, expect, it } from '@jest/globals';
import { measureOperation, type Timing } from './operation.js';

const timing: Timing = { windowMs: 1, windows: 5, warmUpMs: 1, warmUpWindows: 6, quietMs: 0, idleMs: 0 };

/** Operations that cost what `costOf` says for the number of the window, on a clock that stands still. */
function pretend(costOf: (window: number) => number) {
  let used = 0;
  let window = 0;
  return {
    clock: { read: () => ({ at: performance.now(), used: new Map([['gateway', used]]) }) },
    operation: {
      concurrency: 2,
      work: async () => {
        used += costOf(window);
      },
      tidy: async () => {
        used += 1_000;
        window += 1;
      },
    },
  };
}

describe('the cost of an operation', () => {
  it('is that of steady windows, without the warm-up and without tidying', async () => {
    const { clock, operation } = pretend((window) => (window < 2 ? 50 : 3));
    const measured = await measureOperation(clock, new Map(), timing, operation);
    expect(measured).toMatchObject({ total: expect.closeTo(3), by: { gateway: expect.closeTo(3) }, steady: true });
    expect(measured.spread).toBeCloseTo(0);
    expect(measured.operations).toBeGreaterThanOrEqual(6);
  });

  it('does not depend on one window that differs', async () => {
    const { clock, operation } = pretend((window) => (window === 5 ? 500 : 3));
    expect((await measureOperation(clock, new Map(), timing, operation)).total).toBeCloseTo(3);
  });

  it('is marked if the warm-up never became steady', async () => {
    const { clock, operation } = pretend((window) => 2 ** window);
    expect((await measureOperation(clock, new Map(), timing, operation)).steady).toBe(false);
  });

  it('is not measured if an operation fails', async () => {
    const { clock } = pretend(() => 1);
    const work = () => Promise.reject(new Error('500'));
    await expect(measureOperation(clock, new Map(), timing, { concurrency: 2, work })).rejects.toThrow('500');
  });
});
