import { describe, expect, it } from '@jest/globals';
import type { MessageObject } from '@parley/contracts/messaging';
import { type FeedRow, feedRows } from './feed-rows.js';

const NOON = 1_795_262_400;
const DAY = 86_400;

function message(id: number, fields: Partial<MessageObject> = {}): MessageObject {
  const wire = { id, type: 'stream', stream_id: 1, subject: 'birds', timestamp: NOON + id, sender_id: 5, is_me_message: false, ...fields };
  return wire as MessageObject;
}

const shown = (rows: readonly FeedRow[]) =>
  rows.map((row) => (row.kind === 'message' ? `${row.message.id}${row.isFirstOfSender ? ' with sender' : ''}` : row.kind));
const plain = { hasOlder: false, pending: [], isMixed: false, firstUnread: undefined, offsetMs: () => 0 };

describe('the rows of a feed', () => {
  it('begin each day with a bar, in the time zone of the reader', () => {
    const messages = [message(1), message(2), message(3, { timestamp: NOON + DAY })];
    expect(shown(feedRows({ ...plain, messages }))).toEqual(['day', '1 with sender', '2', 'day', '3 with sender']);
    const evening = [message(1, { timestamp: NOON }), message(2, { timestamp: NOON + DAY / 4 })];
    expect(shown(feedRows({ ...plain, messages: evening, offsetMs: () => 0 }))).toEqual(['day', '1 with sender', '2 with sender']);
    expect(shown(feedRows({ ...plain, messages: evening, offsetMs: () => (DAY / 3) * 1_000 }))).toEqual([
      'day',
      '1 with sender',
      'day',
      '2 with sender',
    ]);
  });

  it('name the sender again after a pause, after another person, and for what they do', () => {
    const messages = [
      message(1),
      message(2, { timestamp: NOON + 601 }),
      message(3, { timestamp: NOON + 602, sender_id: 6 }),
      message(4, { timestamp: NOON + 603, sender_id: 6, is_me_message: true }),
      message(5, { timestamp: NOON + 604, sender_id: 6 }),
    ];
    expect(shown(feedRows({ ...plain, messages }))).toEqual(['day', ...[1, 2, 3, 4, 5].map((id) => `${id} with sender`)]);
  });

  it('name the conversation where it changes, if several are mixed; topics in any case are one', () => {
    const direct = message(4, {
      type: 'private',
      stream_id: undefined,
      display_recipient: [{ id: 5 }, { id: 6 }],
    } as Partial<MessageObject>);
    const messages = [message(1), message(2, { subject: 'BIRDS' }), message(3, { subject: 'cats' }), direct];
    expect(shown(feedRows({ ...plain, messages, isMixed: true }))).toEqual([
      'day',
      'recipient',
      '1 with sender',
      '2',
      'recipient',
      '3 with sender',
      'recipient',
      '4 with sender',
    ]);
  });

  it('begin with a message while there are older ones, so that the place is kept when they come', () => {
    const messages = [message(3), message(4), message(5, { subject: 'cats' })];
    const isMixed = true;
    const [first, ...others] = feedRows({ ...plain, messages, hasOlder: true, isMixed, firstUnread: 3 });
    expect(first).toMatchObject({ kind: 'message', key: '3', bars: [{ kind: 'day' }, { kind: 'unread' }, { kind: 'recipient' }] });
    expect(shown(others)).toEqual(['4', 'recipient', '5 with sender']);
    const before = feedRows({ ...plain, messages, hasOlder: true, isMixed }).filter((row) => row.key !== '3');
    const after = feedRows({ ...plain, messages: [message(1), message(2), ...messages], hasOlder: true, isMixed });
    expect(after.map(({ key }) => key)).toEqual(['1', '2', '3', ...before.map(({ key }) => key)]);
  });

  it('mark where the unread messages begin, and end with what is not sent yet', () => {
    const pending = {
      localId: 'x',
      queueId: undefined,
      message: { type: 'direct', to: [6], content: 'hi' },
      writtenAt: 0,
      status: 'waiting',
    } as const;
    const rows = feedRows({ ...plain, messages: [message(1), message(2)], firstUnread: 2, pending: [pending] });
    expect(shown(rows)).toEqual(['day', '1 with sender', 'unread', '2 with sender', 'pending']);
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
  });
});
