import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { markChannelAsRead } from '@parley/contracts/messaging';
import type { ChannelRow, OrganizationRow, UserRow } from '@parley/testing';
import { leaveChannel } from './join-and-leave.js';
import { MessagingSuite } from './messaging-suite.js';

let suite: MessagingSuite;
beforeAll(async () => {
  suite = await MessagingSuite.open();
});
afterAll(() => suite.close());

interface Setting {
  readonly organization: OrganizationRow;
  readonly ann: UserRow;
  readonly bob: UserRow;
  readonly channel: ChannelRow;
  readonly ids: readonly number[];
}

const MANY = 30;

/** Many messages that Bob received and has not read. */
async function setting(): Promise<Setting> {
  const organization = await suite.rows.organization();
  const ann = await suite.rows.user(organization, { fullName: 'Ann' });
  const bob = await suite.rows.user(organization, { fullName: 'Bob' });
  const channel = await suite.rows.channel(organization);
  await suite.rows.subscription(channel, [ann, bob]);
  const ids: number[] = [];
  for (let n = 0; n < MANY; n += 1) ids.push(await suite.sendToChannel(ann, channel));
  return { organization, ann, bob, channel, ids };
}

const rowsOf = async ({ id: userId }: UserRow) =>
  (await suite.client.messageFlag.findMany({ where: { userId }, orderBy: { messageId: 'asc' } })).map((row) => [
    Number(row.messageId),
    row.flags,
  ]);
const markOf = async ({ id: userId }: UserRow) => Number((await suite.client.channelRead.findFirst({ where: { userId } }))?.readId ?? 0);
const unreadOf = (user: UserRow) => suite.readIds(user, [['is', 'unread']]);
const read = (user: UserRow, ids: readonly number[]) => suite.changeFlags(user, 'add', 'read', ids);

describe('compaction', () => {
  it('replaces the rows of messages that were read one by one with a watermark', async () => {
    const { bob, ids } = await setting();
    await read(bob, ids.slice(0, 20));
    expect(await rowsOf(bob)).toHaveLength(20);
    await suite.compactReadFlags(20);
    expect([await rowsOf(bob), await markOf(bob)]).toEqual([[], ids[19]]);
    expect(await unreadOf(bob)).toEqual(ids.slice(20));
  });

  it('keeps a row for each unread message that the watermark passes, and every row with other flags', async () => {
    const { bob, ids } = await setting();
    const [first = 0, second = 0, third = 0] = ids;
    await read(bob, ids.slice(1));
    await suite.changeFlags(bob, 'add', 'starred', [second, third]);
    await suite.changeFlags(bob, 'remove', 'read', [third]);
    await suite.compactReadFlags(1);
    expect([await rowsOf(bob), await markOf(bob)]).toEqual([
      [
        [first, 0],
        [second, 3],
        [third, 2],
      ],
      ids.at(-1),
    ]);
    expect(await unreadOf(bob)).toEqual([first, third]);
    expect(await suite.registerFields(bob)).toMatchObject({ unread_msgs: { count: 2 }, starred_messages: [second, third] });
  });

  it('stops before it would write more rows than it saves', async () => {
    const { bob, ids } = await setting();
    await read(bob, [...ids.slice(0, 4), ...ids.slice(25)]);
    await suite.compactReadFlags(1);
    expect([(await rowsOf(bob)).length, await markOf(bob)]).toEqual([5, ids[3]]);
    expect(await unreadOf(bob)).toEqual(ids.slice(4, 25));
  });

  it('deletes rows that a watermark made unnecessary, also after the user left', async () => {
    const { bob, channel, ids } = await setting();
    await read(bob, ids.slice(0, 10));
    await suite.call(markChannelAsRead, bob.caller, { stream_id: channel.id });
    await suite.compactReadFlags(1);
    expect(await rowsOf(bob)).toEqual([]);
    await suite.changeFlags(bob, 'remove', 'read', ids.slice(0, 3));
    await leaveChannel(suite.suite, bob, channel);
    await suite.compactReadFlags(1);
    expect(await rowsOf(bob)).toEqual([]);
    expect(await suite.flagsOf(bob, ids[0] ?? 0)).toEqual(['read']);
  });

  it('works for conversations too', async () => {
    const { ann, bob } = await setting();
    const direct: number[] = [];
    for (let n = 0; n < 5; n += 1) direct.push(await suite.sendDirect(ann, [bob]));
    await read(bob, direct.slice(1));
    const unread = await unreadOf(bob);
    await suite.compactReadFlags(1);
    expect(await rowsOf(bob)).toEqual([[direct[0], 0]]);
    expect(await unreadOf(bob)).toEqual(unread);
  });

  it('leaves a small number of rows', async () => {
    const { bob, ids } = await setting();
    await read(bob, ids.slice(0, 10));
    await suite.compactReadFlags(11);
    expect(await rowsOf(bob)).toHaveLength(10);
  });

  it('is invisible: no event, the same unread messages, and no change in a second run', async () => {
    const { organization, bob, ids } = await setting();
    await read(bob, ids.slice(3, 25));
    const before = [await suite.registerFields(bob), await suite.seen(bob, ids)];
    const { seq, events } = await suite.rowCounts(organization.id);
    await suite.compactReadFlags(1);
    const rows = await rowsOf(bob);
    await suite.compactReadFlags(1);
    expect(await rowsOf(bob)).toEqual(rows);
    expect([await suite.registerFields(bob), await suite.seen(bob, ids)]).toEqual(before);
    expect(await suite.rowCounts(organization.id)).toMatchObject({ seq, events });
  });

  it('loses nothing if it fails, and is completed by the next run', async () => {
    const { bob, ids } = await setting();
    await read(bob, ids.slice(1));
    const before = [await rowsOf(bob), await unreadOf(bob)];
    // Fails after the rows of passed messages were written and the watermark was moved, before the other rows are deleted.
    await suite.client.$executeRawUnsafe(`
      CREATE FUNCTION break_off() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF OLD.user_id = ${bob.id} THEN RAISE EXCEPTION 'broken off'; END IF; RETURN OLD; END $$`);
    await suite.client.$executeRawUnsafe(
      'CREATE TRIGGER break_off BEFORE DELETE ON message_flag FOR EACH ROW EXECUTE FUNCTION break_off()',
    );
    await expect(suite.compactReadFlags(1)).rejects.toThrow('broken off');
    expect([await rowsOf(bob), await unreadOf(bob), await markOf(bob)]).toEqual([...before, 0]);
    await suite.client.$executeRawUnsafe('DROP TRIGGER break_off ON message_flag');
    await suite.compactReadFlags(1);
    expect([await rowsOf(bob), await unreadOf(bob)]).toEqual([[[ids[0], 0]], ids.slice(0, 1)]);
  });
});
