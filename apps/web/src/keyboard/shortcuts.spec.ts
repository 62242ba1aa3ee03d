import { expect, it } from '@jest/globals';
import { commandOf, SHORTCUTS } from './shortcuts.js';

const press = (key: string, more = {}) => commandOf({ key, ctrlKey: false, metaKey: false, altKey: false, ...more });

it('knows the keys of stock clients', () => {
  expect(['j', 'ArrowDown', 'k', 'r', 'c', '?', 'Escape', 'x'].map((key) => press(key))).toEqual([
    'next',
    'next',
    'previous',
    'reply',
    'compose',
    'help',
    undefined,
    undefined,
  ]);
});

it('leaves the keys of the browser to it', () => {
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey']) expect(press('c', { [modifier]: true })).toBeUndefined();
});

it('has each key once', () => {
  const keys = SHORTCUTS.flatMap((shortcut) => shortcut.keys);
  expect(new Set(keys).size).toBe(keys.length);
});
