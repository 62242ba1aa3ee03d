import { describe, expect, it } from '@jest/globals';
import { type TypingRequest, tellsOfTyping, typingAddressee, typingOp } from './typing-request.js';

const request = (fields: Partial<TypingRequest>): TypingRequest => ({ op: 'start', type: 'direct', ...fields });

describe('a typing status', () => {
  it.each<[Partial<TypingRequest>, unknown]>([
    [{ to: [8, 9] }, { kind: 'direct', userIds: [8, 9], emails: [] }],
    [{ to: ['bob@example.com'] }, { kind: 'direct', userIds: [], emails: ['bob@example.com'] }],
    [
      { to: [8], stream_id: 5, topic: 'plans' },
      { kind: 'direct', userIds: [8], emails: [] },
    ],
    [
      { type: 'stream', stream_id: 5, topic: ' plans ' },
      { kind: 'channel', channel: { by: 'id', id: 5 }, topic: 'plans' },
    ],
    [
      { type: 'channel', stream_id: 5, topic: 'general chat', to: [] },
      { kind: 'channel', channel: { by: 'id', id: 5 }, topic: '' },
    ],
  ])('%j is addressed', (fields, addressee) => {
    expect(typingAddressee(request(fields))).toEqual(addressee);
  });

  it.each<[Partial<TypingRequest>, string]>([
    [{}, "Missing 'to' argument"],
    [{ to: [] }, "Empty 'to' list"],
    [{ to: [''] }, 'Message must have recipients'],
    [{ to: [8, 'bob@example.com'] }, 'Recipient lists may contain emails or user IDs, but not both.'],
    [{ type: 'stream', topic: 'plans', to: [5] }, "Missing 'stream_id' argument"],
    [{ type: 'channel', stream_id: 5 }, 'Missing topic'],
    [{ type: 'stream', stream_id: 5, topic: 'x'.repeat(61) }, 'topic is too long (limit: 60 characters)'],
    [{ type: 'stream', stream_id: 5, topic: 'a\0' }, 'Invalid character in topic, at position 2!'],
    [{ type: 'private', to: [8] }, 'Invalid type'],
    [{ type: '', to: [8] }, 'Invalid type'],
  ])('%j is rejected: %s', (fields, msg) => {
    expect(() => typingAddressee(request(fields))).toThrow(msg);
  });

  it('starts or stops', () => {
    expect([typingOp('start'), typingOp('stop')]).toEqual(['start', 'stop']);
    for (const op of ['', 'START', 'pause']) expect(() => typingOp(op)).toThrow('Invalid op');
  });

  it.each([
    [0, true],
    [100, true],
    [101, false],
  ])('in a channel with %i subscribers is sent: %s', (subscribers, isSent) => {
    expect(tellsOfTyping(subscribers)).toBe(isSent);
  });
});
