import { describe, expect, it } from '@jest/globals';
import { loadPart, PartNotLoadedError } from './load-part.js';

/** Fails as often as this, like an `import()` without a connection. */
function failing(times: number) {
  const part = { default: 'the part' };
  let loads = 0;
  const load = async () => {
    loads += 1;
    if (loads <= times) throw new TypeError('Failed to fetch dynamically imported module');
    return part;
  };
  return { part, load, loads: () => loads };
}

describe('a part of the page', () => {
  it('is loaded once, and once more after a failure', async () => {
    for (const times of [0, 1]) {
      const { part, load, loads } = failing(times);
      expect(await loadPart(load, 0)()).toBe(part);
      expect(loads()).toBe(times + 1);
    }
  });

  it('that fails twice says so, with the cause', async () => {
    const { load, loads } = failing(2);
    const error: unknown = await loadPart(load, 0)().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(PartNotLoadedError);
    expect(error).toHaveProperty('cause.message', 'Failed to fetch dynamically imported module');
    expect(loads()).toBe(2);
  });
});
