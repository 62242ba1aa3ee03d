import { describe, expect, it } from '@jest/globals';
import type { LoggedEvent } from '@parley/contracts';
import { fairShare } from './fair-share.js';

const event = (seq: number, type: string, payload: unknown): LoggedEvent => ({
  organizationId: 1,
  incarnation: 'a',
  seq,
  type,
  payload,
  at: 0,
});
const flagsOf = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, id) => [id, 8]));
const sent = (seq: number, named: number, attrs = 0) => event(seq, 'message.sent', { message: { attrs }, flags: flagsOf(named) });
const edited = (seq: number, named: number, attrs = 0, content: unknown = {}) =>
  event(seq, 'message.updated', { attrs, content, flags: { usual: 0, others: flagsOf(named) } });
const seqs = (events: readonly LoggedEvent[]) => fairShare(events).map(({ seq }) => seq);

describe('the events of one transaction', () => {
  it('are all, if they name few people', () => {
    expect(seqs([sent(1, 10), event(2, 'other', {}), edited(3, 10), sent(4, 0)])).toEqual([1, 2, 3, 4]);
  });

  it('end with a message for all subscribers of a channel', () => {
    expect(seqs([sent(1, 1), sent(2, 0, 1), sent(3, 0, 1)])).toEqual([1, 2]);
    expect(seqs([edited(1, 0, 1), sent(2, 0)])).toEqual([1]);
  });

  it('name a bounded number of people, and are at least one', () => {
    expect(seqs([sent(1, 3_000), sent(2, 3_000), sent(3, 1)])).toEqual([1]);
    expect(seqs([sent(1, 9_000), sent(2, 1)])).toEqual([1]);
    expect(seqs([sent(1, 1), edited(2, 9_000)])).toEqual([1]);
  });

  it('do not end with a move, which tells no one', () => {
    expect(seqs([edited(1, 9_000, 1, null), sent(2, 1)])).toEqual([1, 2]);
  });
});
