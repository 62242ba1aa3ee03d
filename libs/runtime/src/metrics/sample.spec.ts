import { describe, expect, it, jest } from '@jest/globals';
import { Sample } from './sample.js';

describe('a sample', () => {
  it('is taken once for all that read it at the same time, and again when it is too old', async () => {
    const take = jest.fn(async () => take.mock.calls.length);
    const kept = new Sample(take, 60_000, () => undefined);
    expect(await Promise.all([kept.read(), kept.read()])).toEqual([1, 1]);
    expect(await kept.read()).toBe(1);
    const old = new Sample(take, 0, () => undefined);
    expect([await old.read(), await old.read()]).toEqual([2, 3]);
  });

  it('that fails is undefined, is reported, and is taken again', async () => {
    const failures: unknown[] = [];
    let isDown = true;
    const take = async () => {
      if (isDown) throw new Error('down');
      return 'up';
    };
    const sample = new Sample(take, 60_000, (error) => failures.push(error));
    expect(await sample.read()).toBeUndefined();
    expect(failures).toEqual([new Error('down')]);
    isDown = false;
    expect(await sample.read()).toBe('up');
  });
});
