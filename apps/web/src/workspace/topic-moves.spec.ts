import { describe, expect, it } from '@jest/globals';
import { isResolved, resolvedName } from './topic-moves.js';

describe('a resolved topic', () => {
  it.each([
    ['birds', '✔ birds'],
    ['✔ birds', '✔ birds'],
    ['✔ ✔ birds', '✔ birds'],
  ])('%s is resolved as %s', (topic, resolved) => {
    expect(resolvedName(topic, true)).toBe(resolved);
    expect(resolvedName(topic, false)).toBe('birds');
    expect(isResolved(resolved)).toBe(true);
    expect(isResolved('birds')).toBe(false);
  });
});
