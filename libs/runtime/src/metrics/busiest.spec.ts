import { describe, expect, it } from '@jest/globals';
import { Busiest } from './busiest.js';

describe('the busiest', () => {
  it('are those with the largest counts of the last whole window', () => {
    let now = 0;
    const busiest = new Busiest(2, 60, () => now);
    for (const key of [7, 8, 8, 9, 9, 9]) busiest.count(key);
    expect(busiest.ofLastWindow()).toEqual([]);
    now = 60;
    expect(busiest.ofLastWindow()).toEqual([
      [9, 3],
      [8, 2],
    ]);
    busiest.count(7);
    now = 120;
    expect(busiest.ofLastWindow()).toEqual([[7, 1]]);
  });

  it('are none after a window without requests', () => {
    let now = 0;
    const busiest = new Busiest(2, 60, () => now);
    busiest.count(7);
    now = 200;
    expect(busiest.ofLastWindow()).toEqual([]);
  });

  it('keep at most 10,000 counts', () => {
    let now = 0;
    const busiest = new Busiest(20_000, 60, () => now);
    for (let key = 0; key < 10_050; key += 1) busiest.count(key);
    busiest.count(3);
    now = 60;
    expect(busiest.ofLastWindow()).toHaveLength(10_000);
    expect(busiest.ofLastWindow()[0]).toEqual([3, 2]);
  });
});
