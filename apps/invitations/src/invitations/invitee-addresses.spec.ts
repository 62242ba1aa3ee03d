import { describe, expect, it } from '@jest/globals';
import { namedAddresses } from './invitee-addresses.js';

describe('namedAddresses', () => {
  it.each([
    ['', []],
    [' ,\n, ', []],
    ['a@example.com', ['a@example.com']],
    [' a@example.com,\nb@example.com\r\n', ['a@example.com', 'b@example.com']],
    ['Zoe Z <zoe@example.com>, <b@example.com>', ['zoe@example.com', 'b@example.com']],
    ['a@example.com, A@EXAMPLE.com', ['A@EXAMPLE.com']],
    ['Zoe <zoe@example.com> \r\n', ['zoe@example.com']],
    ['<zoe@example.com> Zoe', ['<zoe@example.com> Zoe']],
    ['not an address', ['not an address']],
  ])('of %j are %j', (text, addresses) => {
    expect(namedAddresses(text)).toEqual(addresses);
  });
});
