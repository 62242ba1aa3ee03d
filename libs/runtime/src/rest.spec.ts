import { describe, expect, it } from '@jest/globals';
import { collectGarbage, isWorthCollecting } from './rest.js';

const MB = 1024 * 1024;
const MINUTE = 60_000;

describe('garbage is collected at rest', () => {
  it('once after the start', () => {
    expect(isWorthCollecting({ utilization: 0.01, heapBytes: 90 * MB, last: undefined })).toBe(true);
  });

  it('when the heap has grown since', () => {
    expect(isWorthCollecting({ utilization: 0.01, heapBytes: 60 * MB, last: { agoMs: 11 * MINUTE, heapBytes: 40 * MB } })).toBe(true);
    expect(isWorthCollecting({ utilization: 0.01, heapBytes: 50 * MB, last: { agoMs: 11 * MINUTE, heapBytes: 40 * MB } })).toBe(false);
    expect(isWorthCollecting({ utilization: 0.01, heapBytes: 30 * MB, last: { agoMs: 11 * MINUTE, heapBytes: 40 * MB } })).toBe(false);
  });

  it('at most every ten minutes, however fast the heap grows', () => {
    expect(isWorthCollecting({ utilization: 0.01, heapBytes: 90 * MB, last: { agoMs: 9 * MINUTE, heapBytes: 40 * MB } })).toBe(false);
    expect(isWorthCollecting({ utilization: 0.01, heapBytes: 90 * MB, last: { agoMs: 10 * MINUTE, heapBytes: 40 * MB } })).toBe(true);
  });

  it('but not while the process works', () => {
    expect(isWorthCollecting({ utilization: 0.2, heapBytes: 90 * MB, last: undefined })).toBe(false);
    expect(isWorthCollecting({ utilization: 0.2, heapBytes: 90 * MB, last: { agoMs: 11 * MINUTE, heapBytes: 40 * MB } })).toBe(false);
  });

  it('and not in a large heap, which takes long', () => {
    expect(isWorthCollecting({ utilization: 0.01, heapBytes: 500 * MB, last: { agoMs: 11 * MINUTE, heapBytes: 40 * MB } })).toBe(false);
  });

  it('and the collection frees what nothing refers to', async () => {
    let isFreed = false;
    const registry = new FinalizationRegistry(() => {
      isFreed = true;
    });
    registry.register({ garbage: true }, undefined);
    for (let attempt = 0; attempt < 20 && !isFreed; attempt += 1) {
      await collectGarbage();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(isFreed).toBe(true);
  });
});
