import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiError } from '@parley/contracts';
import { getMessages, getReadReceipts, matchNarrow, updateMessageFlagsForNarrow, type WireNarrow } from '@parley/contracts/messaging';
import { connectToDatabase, type DatabaseConnection, expectSoon, statementsDuring, type UserRow } from '@parley/testing';
import { MessagingSuite } from './messaging-suite.js';

let suite: MessagingSuite;
let holder: DatabaseConnection;
beforeAll(async () => {
  suite = await MessagingSuite.open();
  holder = await connectToDatabase(String(suite.suite.env.DATABASE_URL));
});
afterEach(async () => {
  await holder.query('ROLLBACK');
});
afterAll(async () => {
  await holder.end();
  await suite.close();
});

const UNREAD: WireNarrow = [['is', 'unread']];
const NEWEST = { anchor: 'newest', num_before: 10, num_after: 0 };

/** Until the lock is released, statements about unread messages wait: as slow as the most expensive ones, on any machine. */
async function holdUpReadsOfUnread(): Promise<void> {
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE channel_read IN ACCESS EXCLUSIVE MODE');
}

async function statementsHeldUp(): Promise<number> {
  const [row] = await suite.client.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return row?.count ?? 0;
}

const readUnread = (by: UserRow) => suite.call(getMessages, by.caller, { ...NEWEST, narrow: UNREAD });
const refusalOf = (call: Promise<unknown>): Promise<ApiError | undefined> =>
  call.then(
    () => undefined,
    (error) => error,
  );

describe('slow reads of history', () => {
  it('leave connections for the sends of all organizations', async () => {
    const { ann, bob, channel } = await suite.channelOfTwo();
    const other = await suite.channelOfTwo();
    await holdUpReadsOfUnread();
    const reads = Array.from({ length: 8 }, () => refusalOf(readUnread(bob)));
    await expectSoon(async () => (await statementsHeldUp()) > 0, true);
    for (let n = 0; n < 5; n += 1) {
      expect(await suite.sendToChannel(ann, channel)).toBeGreaterThan(0);
      expect(await suite.sendToChannel(other.ann, other.channel)).toBeGreaterThan(0);
      // One user takes two of the five slots.
      expect(await statementsHeldUp()).toBeLessThanOrEqual(2);
    }
    const refusals = await Promise.all(reads);
    expect(refusals).toEqual(
      Array.from({ length: 8 }, () => expect.objectContaining({ status: 503, retryAfterSeconds: expect.any(Number) })),
    );
  });

  it('end in PostgreSQL when their call ends', async () => {
    const { ann, bob, channel } = await suite.channelOfTwo();
    const id = await suite.sendToChannel(ann, channel);
    await holdUpReadsOfUnread();
    const calls = [
      readUnread(bob),
      suite.call(matchNarrow, bob.caller, { msg_ids: [id], narrow: UNREAD }),
      suite.call(getMessages, ann.caller, { ...NEWEST, anchor: 'first_unread' }),
    ];
    expect(await Promise.all(calls.map(refusalOf))).toEqual(calls.map(() => expect.objectContaining({ status: 503 })));
    // The table is still locked: a statement that outlived its call would still be waiting.
    await expectSoon(statementsHeldUp, 0);
  });

  it('do not block sends while flags of a narrow are changed', async () => {
    const { ann, bob, channel } = await suite.channelOfTwo();
    await suite.sendToChannel(ann, channel);
    await holdUpReadsOfUnread();
    const change = refusalOf(
      suite.call(updateMessageFlagsForNarrow, bob.caller, { ...NEWEST, op: 'add', flag: 'starred', narrow: UNREAD }),
    );
    await expectSoon(async () => (await statementsHeldUp()) > 0, true);
    expect(await suite.sendToChannel(ann, channel)).toBeGreaterThan(0);
    expect(await change).toMatchObject({ status: 503 });
  });

  it('release their slots', async () => {
    const { ann, bob, channel } = await suite.channelOfTwo();
    const id = await suite.sendToChannel(ann, channel);
    await holdUpReadsOfUnread();
    await Promise.all(Array.from({ length: 4 }, () => refusalOf(readUnread(bob))));
    await holder.query('ROLLBACK');
    expect(await suite.readIds(bob, UNREAD)).toEqual([id]);
    expect(await suite.call(getReadReceipts, ann.caller, {}, { message_id: String(id) })).toEqual({ user_ids: [] });
  });
});

describe('a narrow', () => {
  it('with 50 equal terms is the same statement as with one', async () => {
    const { ann, bob, channel } = await suite.channelOfTwo();
    const id = await suite.sendToChannel(ann, channel);
    const term = { operator: 'channels', operand: 'public' };
    const read = (narrow: WireNarrow) => statementsDuring(async () => expect(await suite.readIds(bob, narrow)).toEqual([id]));
    expect(await read(Array.from({ length: 50 }, () => term))).toEqual(await read([term]));
    const byName = { operator: 'channel', operand: channel.name };
    const byId = { operator: 'channel', operand: channel.id };
    expect(await read([byName, byId, byName])).toEqual(await read([byId]));
  });

  it('with contradicting terms matches nothing', async () => {
    const { organization, ann, bob, channel } = await suite.channelOfTwo();
    const second = await suite.rows.channel(organization);
    const id = await suite.sendToChannel(ann, channel);
    expect(
      await suite.readIds(bob, [
        ['channel', channel.name],
        ['channel', second.name],
      ]),
    ).toEqual([]);
    expect(
      await suite.readIds(bob, [
        { operator: 'is', operand: 'unread' },
        { operator: 'is', operand: 'unread', negated: true },
      ]),
    ).toEqual([]);
    expect(await suite.readIds(bob, [{ operator: 'is', operand: 'unread', negated: true }], { anchor: 'first_unread' })).toEqual([]);
    expect(
      (
        await suite.call(matchNarrow, bob.caller, {
          msg_ids: [id],
          narrow: [
            { operator: 'sender', operand: ann.id },
            { operator: 'sender', operand: bob.id },
          ],
        })
      ).messages,
    ).toEqual({});
  });

  it('may exclude many channels, topics, senders and messages', async () => {
    const { organization, ann, bob, channel } = await suite.channelOfThree();
    const second = await suite.rows.channel(organization);
    await suite.rows.subscription(second, [ann, bob]);
    const kept = await suite.sendToChannel(ann, channel, { topic: 'kept' });
    const direct = await suite.sendDirect(ann, [bob]);
    const byBob = await suite.sendToChannel(bob, channel, { topic: 'kept' });
    const excluded = await suite.sendToChannel(ann, channel, { topic: 'kept' });
    await suite.sendToChannel(ann, channel, { topic: 'gone' });
    await suite.sendToChannel(ann, second, { topic: 'kept' });
    const without = (operator: string, operand: string | number) => ({ operator, operand, negated: true });
    const narrow = [without('channel', second.id), without('topic', 'gone'), without('topic', 'never'), without('id', excluded)];
    expect(await suite.readIds(bob, narrow)).toEqual([kept, direct, byBob]);
    expect(await suite.readIds(bob, [...narrow, without('sender', bob.id)])).toEqual([kept, direct]);
  });
});
