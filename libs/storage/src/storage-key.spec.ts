import { expect, it } from '@jest/globals';
import { isStorageKey } from './storage-key.js';

it.each(['uploads/1/Ab3_x-9', 'pictures/7/a.png', 'a'])('%p is a key', (text) => {
  expect(isStorageKey(text)).toBe(true);
});

it.each(['', '/etc/passwd', '../x', 'a/../b', 'a/./b', '.hidden', 'a//b', 'a/', 'a\\b', 'a b', 'a\0b', 'a%2e', 'ä', 'x'.repeat(301)])(
  '%p is not a key',
  (text) => {
    expect(isStorageKey(text)).toBe(false);
  },
);
