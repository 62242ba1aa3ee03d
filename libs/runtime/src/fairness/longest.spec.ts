import { expect, it } from '@jest/globals';
import { Longest } from './longest.js';

it('finds the longest entry, and among several the one that reached its length last', () => {
  const lines = new Longest<string>();
  lines.grow('a');
  lines.grow('a');
  lines.grow('b');
  expect(lines.longest).toBe('a');
  lines.grow('b');
  expect(lines.longest).toBe('b');
  lines.shrink('b');
  expect(lines.longest).toBe('a');
});

it('finds none before the first entry and after the last has shrunk to nothing', () => {
  const lines = new Longest<string>();
  expect(lines.longest).toBeUndefined();
  lines.grow('a');
  lines.shrink('a');
  expect(lines.longest).toBeUndefined();
});
