import { describe, expect, it } from '@jest/globals';
import { addresseeOf } from './addressee.js';

describe('a channel message', () => {
  it.each([
    ['general', { by: 'name', name: 'general' }],
    [' general ', { by: 'name', name: 'general' }],
    [7, { by: 'id', id: 7 }],
    [[7], { by: 'id', id: 7 }],
    [['general'], { by: 'name', name: 'general' }],
    [undefined, { by: 'default' }],
    [null, { by: 'default' }],
    ['', { by: 'default' }],
    [[], { by: 'default' }],
  ])('to %j', (to, channel) => {
    for (const type of ['stream', 'channel'])
      expect(addresseeOf({ type, to, topic: ' a ' })).toEqual({ kind: 'channel', channel, topic: 'a' });
  });

  it.each([
    [[1, 2], 'Expected exactly one channel'],
    [true, 'Invalid data type for channel'],
    [{ id: 1 }, 'Invalid data type for channel'],
    [1.5, 'Invalid data type for channel'],
    ['a\0b', "Channel 'a\0b' does not exist"],
  ])('to %j is rejected', (to, msg) => {
    expect(() => addresseeOf({ type: 'stream', to, topic: 'a' })).toThrow(msg);
  });

  it('requires a topic, which may be empty', () => {
    expect(() => addresseeOf({ type: 'stream', to: 'general' })).toThrow('Missing topic');
    expect(addresseeOf({ type: 'stream', to: 'general', topic: '' })).toMatchObject({ topic: '' });
  });
});

describe('a direct message', () => {
  it.each([
    [[1, 2, 1], { userIds: [1, 2], emails: [] }],
    [5, { userIds: [5], emails: [] }],
    [['a@x', ' b@x '], { userIds: [], emails: ['a@x', 'b@x'] }],
    ['a@x, b@x', { userIds: [], emails: ['a@x', 'b@x'] }],
    ['a@x,, a@x', { userIds: [], emails: ['a@x'] }],
  ])('to %j', (to, recipients) => {
    for (const type of ['private', 'direct']) expect(addresseeOf({ type, to })).toEqual({ kind: 'direct', ...recipients });
  });

  it.each([
    [[], 'Message must have recipients'],
    [undefined, 'Message must have recipients'],
    [null, 'Message must have recipients'],
    [['', ' '], 'Message must have recipients'],
    [1.5, 'Invalid data type for recipients'],
    [['a@x', null], 'Invalid data type for recipients'],
    [[1, 'a@x'], 'Recipient lists may contain emails or user IDs, but not both.'],
    [[true], 'Invalid data type for recipients'],
    [{ id: 1 }, 'Invalid data type for recipients'],
    [['a\0@x'], "Invalid email 'a\0@x'"],
  ])('to %j is rejected', (to, msg) => {
    expect(() => addresseeOf({ type: 'direct', to })).toThrow(msg);
  });
});
