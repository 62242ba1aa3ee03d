import { describe, expect, it } from '@jest/globals';
import { SeenCalls } from './seen-calls.js';

const NOW = 1_000_000_000;

describe('calls seen before', () => {
  it('are new once before their deadline', () => {
    const seen = new SeenCalls();
    expect(seen.note('a', NOW + 5_000, NOW)).toBe('new');
    expect(seen.note('b', NOW + 5_000, NOW)).toBe('new');
    expect(seen.note('a', NOW + 5_000, NOW)).toBe('seen');
    expect(seen.note('a', NOW + 5_000, NOW + 4_999)).toBe('seen');
    expect(seen.note('a', NOW + 5_000, NOW + 5_000)).toBe('too-late');
  });

  it('are remembered through the second of their deadline', () => {
    const seen = new SeenCalls();
    expect(seen.note('a', NOW + 500, NOW - 1)).toBe('new');
    expect(seen.note('a', NOW + 500, NOW + 100)).toBe('seen');
  });

  it('have a deadline in the near future', () => {
    const seen = new SeenCalls();
    expect(seen.note('a', NOW, NOW)).toBe('too-late');
    expect(seen.note('a', Number.NaN, NOW)).toBe('too-late');
    expect(seen.note('a', NOW + 300_000, NOW)).toBe('new');
    expect(seen.note('b', NOW + 300_001, NOW)).toBe('too-far');
  });

  it('take bounded memory: calls beyond the limit are refused, and passed deadlines free room', () => {
    const seen = new SeenCalls(2);
    expect(seen.note('a', NOW + 1_000, NOW)).toBe('new');
    expect(seen.note('b', NOW + 9_000, NOW)).toBe('new');
    expect(seen.note('c', NOW + 9_000, NOW)).toBe('full');
    expect(seen.note('c', NOW + 9_000, NOW + 2_000)).toBe('new');
    expect(seen.note('b', NOW + 9_000, NOW + 2_000)).toBe('seen');
    expect(seen.note('d', NOW + 9_000, NOW + 2_000)).toBe('full');
  });
});
