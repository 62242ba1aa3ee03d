import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { updateMessageFlagsForNarrow } from '@parley/contracts/messaging';
import { statementsDuring, type UserRow } from '@parley/testing';
import { joinChannel, leaveChannel } from './join-and-leave.js';
import { MessagingSuite } from './messaging-suite.js';

let suite: MessagingSuite;
beforeAll(async () => {
  suite = await MessagingSuite.open();
});
afterAll(() => suite.close());

const setting = () => suite.channelOfTwo();

describe('a flag', () => {
  it.each(['starred', 'collapsed', 'read'])('%s is set and removed, only for the caller', async (flag) => {
    const { ann, bob, channel } = await setting();
    const id = await suite.sendToChannel(ann, channel);
    const answer = await suite.changeFlags(bob, 'add', flag, [id]);
    expect(answer).toEqual({ messages: [id] });
    expect(await suite.flagsOf(bob, id)).toEqual([flag]);
    expect(await suite.flagsOf(ann, id)).toEqual([]);
    await suite.changeFlags(bob, 'remove', flag, [id]);
    expect(await suite.flagsOf(bob, id)).toEqual([]);
  });

  it.each([
    ['add', 'mentioned', "Flag not editable: 'mentioned'"],
    ['add', 'historical', "Flag not editable: 'historical'"],
    ['add', 'shiny', "Invalid flag: 'shiny'"],
    ['add', 'constructor', "Invalid flag: 'constructor'"],
    ['toggle', 'read', "Invalid message flag operation: 'toggle'"],
  ])('%s %s is refused', async (op, flag, msg) => {
    const { ann, channel } = await setting();
    const id = await suite.sendToChannel(ann, channel);
    await expect(suite.changeFlags(ann, op, flag, [id])).rejects.toMatchObject({ code: 'BAD_REQUEST', msg });
  });

  it('does not affect the read state when a row is first written', async () => {
    const { ann, bob, channel } = await setting();
    const unread = await suite.sendToChannel(ann, channel);
    const read = await suite.sendToChannel(ann, channel, { read_by_sender: true });
    await suite.changeFlags(bob, 'add', 'starred', [unread]);
    await suite.changeFlags(ann, 'add', 'starred', [read]);
    expect(await suite.flagsOf(bob, unread)).toEqual(['starred']);
    expect(await suite.flagsOf(ann, read)).toEqual(['read', 'starred']);
  });

  it('on a message that the caller did not receive adds it to their history, as read', async () => {
    const { organization, ann, channel } = await setting();
    const passer = await suite.rows.user(organization);
    const id = await suite.sendToChannel(ann, channel);
    await suite.changeFlags(passer, 'add', 'starred', [id]);
    expect(await suite.flagsOf(passer, id)).toEqual(['read', 'starred', 'historical']);
    expect(await suite.registerFields(passer)).toMatchObject({ starred_messages: [id], unread_msgs: { count: 0 } });
  });
});

describe('messages that the caller may not see', () => {
  it('refuse the whole change, and nothing changes', async () => {
    const { organization, ann, bob } = await setting();
    const eve = await suite.rows.user(organization);
    const seen = await suite.sendDirect(ann, [bob]);
    const unseen = await suite.sendDirect(ann, [eve]);
    const before = await suite.rowCounts(organization.id);
    for (const ids of [
      [seen, unseen],
      [seen, 999_999_999],
    ]) {
      await expect(suite.changeFlags(bob, 'add', 'read', ids)).rejects.toMatchObject({ code: 'BAD_REQUEST', msg: 'Invalid message(s)' });
    }
    expect(await suite.rowCounts(organization.id)).toEqual(before);
  });

  it('include those of another organization', async () => {
    const here = await setting();
    const there = await setting();
    const id = await suite.sendToChannel(here.ann, here.channel);
    await expect(suite.changeFlags(there.ann, 'add', 'read', [id])).rejects.toMatchObject({ msg: 'Invalid message(s)' });
  });
});

describe('marking as unread', () => {
  it('skips channels that the caller left, and lists them', async () => {
    const { organization, ann, bob, channel } = await setting();
    const left = await suite.rows.channel(organization);
    await suite.rows.subscription(left, [ann, bob]);
    const here = await suite.sendToChannel(ann, channel);
    const there = await suite.sendToChannel(ann, left);
    await suite.changeFlags(bob, 'add', 'read', [here]);
    await leaveChannel(suite.suite, bob, left);
    expect(await suite.changeFlags(bob, 'remove', 'read', [here, there])).toEqual({
      messages: [here],
      ignored_because_not_subscribed_channels: [left.id],
    });
    expect(await suite.flagsOf(bob, here)).toEqual([]);
    expect(await suite.flagsOf(bob, there)).toEqual(['read']);
  });

  it('sends clients what they need to count the message again', async () => {
    const { organization, ann, bob, channel } = await setting();
    const inChannel = await suite.sendToChannel(ann, channel, { topic: '', content: '@**Bob**' });
    const direct = await suite.sendDirect(ann, [bob]);
    const alone = await suite.sendDirect(bob, [bob]);
    await suite.changeFlags(bob, 'add', 'read', [inChannel, direct, alone]);
    const mark = await suite.mark(organization.id);
    await suite.changeFlags(bob, 'remove', 'read', [inChannel, direct, alone]);
    expect(await suite.eventsSince(mark, bob, { capabilities: {} })).toMatchObject([
      {
        type: 'update_message_flags',
        op: 'remove',
        operation: 'remove',
        flag: 'read',
        all: false,
        messages: [inChannel, direct, alone],
        message_details: {
          [inChannel]: { type: 'stream', mentioned: true, stream_id: channel.id, topic: 'general chat', unmuted_stream_msg: true },
          [direct]: { type: 'private', user_ids: [ann.id] },
          [alone]: { type: 'private', user_ids: [] },
        },
      },
    ]);
    expect(await suite.eventsSince(mark, ann)).toEqual([]);
  });
});

describe('messages that do not change', () => {
  it('are returned, and log no event', async () => {
    const { organization, ann, bob, channel } = await setting();
    const id = await suite.sendToChannel(ann, channel);
    await suite.changeFlags(bob, 'add', 'starred', [id]);
    const before = await suite.rowCounts(organization.id);
    expect(await suite.changeFlags(bob, 'add', 'starred', [id])).toEqual({ messages: [id] });
    expect(await suite.changeFlags(bob, 'remove', 'read', [id])).toMatchObject({ messages: [id] });
    expect(await suite.changeFlags(bob, 'remove', 'collapsed', [])).toEqual({ messages: [] });
    expect(await suite.rowCounts(organization.id)).toEqual(before);
  });

  it('are left out of the event about those that change', async () => {
    const { organization, ann, bob, channel } = await setting();
    const first = await suite.sendToChannel(ann, channel);
    const second = await suite.sendToChannel(ann, channel);
    await suite.changeFlags(bob, 'add', 'starred', [first]);
    const mark = await suite.mark(organization.id);
    await suite.changeFlags(bob, 'add', 'starred', [second, first]);
    expect(await suite.eventsSince(mark, bob)).toMatchObject([{ op: 'add', flag: 'starred', messages: [second] }]);
  });
});

describe('in bulk', () => {
  it('takes the same number of statements for one message as for many, and limits the size of events', async () => {
    const { organization, ann, bob, channel } = await setting();
    const first = await suite.sendToChannel(ann, channel);
    await suite.client.$executeRaw`
      INSERT INTO message (id, organization_id, channel_id, topic_id, topic, sender_id, sent_at, content, rendered, client_name)
      SELECT nextval('message_id_seq'), m.organization_id, m.channel_id, m.topic_id, m.topic, m.sender_id, now(), 'x', 'x', 'x'
      FROM message m, generate_series(1, 2500) WHERE m.id = ${first}`;
    const ids = await suite.readIds(bob, [['channel', channel.name]], { num_before: 4000 });
    expect(ids).toHaveLength(2501);
    const one = await statementsDuring(() => suite.changeFlags(bob, 'add', 'read', [first]));
    const mark = await suite.mark(organization.id);
    const many = await statementsDuring(() => suite.changeFlags(bob, 'add', 'read', ids));
    expect(many.length).toBe(one.length);
    const events = await suite.eventsSince(mark, bob);
    expect(events.map((event) => (event.messages as number[]).length)).toEqual([1000, 1000, 500]);
  });
});

describe('for a narrow', () => {
  const change = (by: UserRow, fields: Record<string, unknown>) => suite.call(updateMessageFlagsForNarrow, by.caller, fields);

  it('changes what GET /messages returns, and counts it', async () => {
    const { ann, bob, channel } = await setting();
    const first = await suite.sendToChannel(ann, channel);
    const second = await suite.sendToChannel(ann, channel);
    const third = await suite.sendToChannel(ann, channel);
    const other = await suite.sendDirect(ann, [bob]);
    await suite.changeFlags(bob, 'add', 'read', [second]);
    const narrow = [{ operator: 'channel', operand: channel.id }];
    const fields = { anchor: 'oldest', num_before: 0, num_after: 10, narrow, op: 'add', flag: 'read' };
    expect(await change(bob, fields)).toEqual({
      processed_count: 3,
      updated_count: 2,
      first_processed_id: first,
      last_processed_id: third,
      found_oldest: true,
      found_newest: true,
    });
    expect(await suite.registerFields(bob)).toMatchObject({ unread_msgs: { count: 1, pms: [{ unread_message_ids: [other] }] } });
    expect(await change(bob, { ...fields, op: 'remove', anchor: first, num_after: 1, include_anchor: false })).toMatchObject({
      processed_count: 1,
      updated_count: 1,
      first_processed_id: second,
      ignored_because_not_subscribed_channels: [],
    });
  });

  it('succeeds if nothing matches', async () => {
    const { ann } = await setting();
    const fields = { anchor: 'newest', num_before: 10, num_after: 0, op: 'add', flag: 'read' };
    expect(await change(ann, fields)).toMatchObject({
      processed_count: 0,
      updated_count: 0,
      first_processed_id: null,
      last_processed_id: null,
    });
  });

  it.each([
    [{ flag: 'mentioned' }, { msg: "Flag not editable: 'mentioned'" }],
    [{ narrow: [['is', 'shiny']] }, { code: 'BAD_NARROW' }],
    [{ num_before: 5001 }, { msg: 'Too many messages requested (maximum 5000).' }],
  ])('with %j is refused', async (fields, fault) => {
    const { ann } = await setting();
    const requested = { anchor: 'newest', num_before: 10, num_after: 0, op: 'add', flag: 'read', ...fields };
    await expect(change(ann, requested)).rejects.toMatchObject(fault);
  });
});

describe('a channel that the user rejoined', () => {
  it('only has messages since then as unread', async () => {
    const { ann, bob, channel } = await setting();
    const before = await suite.sendToChannel(ann, channel);
    await leaveChannel(suite.suite, bob, channel);
    const meanwhile = await suite.sendToChannel(ann, channel);
    await joinChannel(suite.suite, bob, channel);
    const since = await suite.sendToChannel(ann, channel);
    expect(await suite.flagsOf(bob, before)).toEqual(['read']);
    expect(await suite.flagsOf(bob, meanwhile)).toEqual(['read', 'historical']);
    expect(await suite.flagsOf(bob, since)).toEqual([]);
  });
});
