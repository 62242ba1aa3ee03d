import { describe, expect, it } from '@jest/globals';
import { isReadBySender } from './sender-read-state.js';

describe('whether a sent message is read for its sender', () => {
  it.each([
    ['website', undefined, true],
    ['ZulipMobile', undefined, true],
    ['ZulipAndroid', undefined, true],
    ['ZulipiOS', undefined, true],
    ['ZulipDesktop', undefined, true],
    ['ZulipElectron', undefined, true],
    ['ZulipTerminal', undefined, true],
    ['snipe', undefined, true],
    ['iOS', undefined, true],
    ['Android', undefined, true],
    ['', undefined, false],
    ['Some Desktop App', undefined, true],
    ['ZulipPython', undefined, false],
    ['Unspecified', undefined, false],
    ['website', false, false],
    ['ZulipPython', true, true],
  ])('from %s with read_by_sender %j: %j', (client, asked, read) => {
    expect(isReadBySender(client, asked)).toBe(read);
  });
});
