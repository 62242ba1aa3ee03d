import { expect, it } from '@jest/globals';
import { realmEmojiName, realmEmojiNameRefusal } from './realm-emoji-name.js';

it.each([
  ['green_tick', 'green_tick'],
  [' green tick ', 'green_tick'],
  ['a.b-c9', 'a.b-c9'],
  ['_9', '_9'],
  ['x'.repeat(100), 'x'.repeat(100)],
])('%j is a name, stored as %j', (given, name) => {
  expect([realmEmojiName(given), realmEmojiNameRefusal(name)]).toEqual([name, undefined]);
});

it.each([
  ['Green', 'must contain only'],
  ['grün', 'must contain only'],
  ['a/b', 'must contain only'],
  ['/ab', 'must contain only'],
  ['tickX', 'must contain only'],
  ['a\0', 'must contain only'],
  ['a:b', 'must contain only'],
  ['', 'must contain only'],
  ['tick_', 'must end with'],
  ['tick.', 'must end with'],
  ['-', 'must end with'],
  ['x'.repeat(101), 'too long'],
])('%j is not a name', (given, fault) => {
  expect(realmEmojiNameRefusal(realmEmojiName(given))?.msg).toContain(fault);
});
