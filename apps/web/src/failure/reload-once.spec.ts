import { describe, expect, it } from '@jest/globals';
import { reloadOnce, wasReloaded } from './reload-once.js';

function tab({ canReach = true, isFull = false } = {}) {
  const texts = new Map<string, string>();
  let time = 1_000_000;
  let reloads = 0;
  const options = {
    storage: () => ({
      getItem: (key: string) => texts.get(key) ?? null,
      setItem: (key: string, text: string) => {
        if (isFull) throw new Error('QuotaExceededError');
        texts.set(key, text);
      },
      removeItem: (key: string) => void texts.delete(key),
    }),
    reach: async () => {
      if (!canReach) throw new TypeError('Failed to fetch');
      return true;
    },
    reload: () => {
      reloads += 1;
    },
    now: () => time,
  };
  const pass = (ms: number) => {
    time += ms;
  };
  return { options, pass, reloads: () => reloads };
}

describe('a page with a missing file', () => {
  it('is loaded again, once in ten minutes, and knows it then', async () => {
    const { options, pass, reloads } = tab();
    expect(wasReloaded(options)).toBe(false);
    await reloadOnce(options);
    expect([reloads(), wasReloaded(options), wasReloaded(options)]).toEqual([1, true, false]);
    await reloadOnce(options);
    expect(reloads()).toBe(1);
    pass(601_000);
    await reloadOnce(options);
    expect([reloads(), wasReloaded(options)]).toEqual([2, true]);
  });

  it('stays without a connection, and where the tab remembers nothing', async () => {
    for (const { options, reloads } of [tab({ canReach: false }), tab({ isFull: true })]) {
      await reloadOnce(options);
      expect(reloads()).toBe(0);
    }
  });
});
