import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROLES } from '@parley/contracts';
import { markAllAsRead, markChannelAsRead, markTopicAsRead, unreadSummary, updateMessage } from '@parley/contracts/messaging';
import { expectEventsExplainState, type UserRow } from '@parley/testing';
import { MessagingSuite } from './messaging-suite.js';

let suite: MessagingSuite;
beforeAll(async () => {
  suite = await MessagingSuite.open();
});
afterAll(() => suite.close());

const markTopic = (by: UserRow, stream_id: number, topic_name: string) => suite.call(markTopicAsRead, by.caller, { stream_id, topic_name });
const markChannel = (by: UserRow, stream_id: number) => suite.call(markChannelAsRead, by.caller, { stream_id });
const markAll = (by: UserRow) => suite.call(markAllAsRead, by.caller, {});

/** Unread for Bob: two messages in each of two topics, one in another channel, one direct; and one marked as unread below the others. */
async function setting() {
  const organization = await suite.rows.organization();
  const ann = await suite.rows.user(organization, { fullName: 'Ann' });
  const bob = await suite.rows.user(organization, { fullName: 'Bob' });
  const channel = await suite.rows.channel(organization);
  const other = await suite.rows.channel(organization);
  for (const each of [channel, other]) await suite.rows.subscription(each, [ann, bob]);
  const plans = [await suite.sendToChannel(ann, channel, { topic: 'plans' }), await suite.sendToChannel(ann, channel, { topic: 'Plans' })];
  const general = [
    await suite.sendToChannel(ann, channel, { topic: '' }),
    await suite.sendToChannel(ann, channel, { topic: '', content: '@**Bob**' }),
  ];
  const elsewhere = await suite.sendToChannel(ann, other);
  const direct = await suite.sendDirect(ann, [bob]);
  return { organization, ann, bob, channel, other, plans, general, elsewhere, direct };
}
const unread = (by: UserRow) => suite.readIds(by, [['is', 'unread']]);

describe('marking a topic as read', () => {
  it('accepts any spelling of its name, and affects nothing else', async () => {
    const { bob, channel, general, elsewhere, direct } = await setting();
    expect(await markTopic(bob, channel.id, 'PLANS')).toEqual({ complete: true });
    expect(await unread(bob)).toEqual([...general, elsewhere, direct]);
  });

  it('accepts the display name of the empty topic', async () => {
    const { bob, channel, plans, elsewhere, direct } = await setting();
    await markTopic(bob, channel.id, 'general chat');
    expect(await unread(bob)).toEqual([...plans, elsewhere, direct]);
  });

  it('is refused without messages, or in a channel that the user may not read', async () => {
    const { organization, bob, channel } = await setting();
    const guest = await suite.rows.user(organization, { role: ROLES.guest });
    const secret = await suite.rows.channel(organization, { isPrivate: true });
    const stranger = (await setting()).bob;
    await expect(markTopic(bob, channel.id, 'none')).rejects.toMatchObject({ code: 'BAD_REQUEST', msg: "No such topic 'none'" });
    await expect(markTopic(bob, secret.id, 'plans')).rejects.toMatchObject({ msg: 'Invalid channel ID' });
    await expect(markTopic(guest, channel.id, 'plans')).rejects.toMatchObject({ msg: 'Invalid channel ID' });
    await expect(markTopic(stranger, channel.id, 'plans')).rejects.toMatchObject({ msg: 'Invalid channel ID' });
  });
});

describe('marking a channel as read', () => {
  it('moves one watermark, includes mentions, and keeps older messages that were marked as unread', async () => {
    const { organization, bob, channel, plans, elsewhere, direct } = await setting();
    expect(await markChannel(bob, channel.id)).toEqual({ complete: true });
    expect(await unread(bob)).toEqual([elsewhere, direct]);
    expect(await suite.rowCounts(organization.id)).toMatchObject({ readMarks: 1, flags: 1 });
    await suite.changeFlags(bob, 'remove', 'read', plans.slice(0, 1));
    expect(await unread(bob)).toEqual([plans[0], elsewhere, direct]);
  });

  it('includes messages that were moved into it from another channel', async () => {
    const { ann, bob, channel, other, plans, general, elsewhere, direct } = await setting();
    await suite.call(updateMessage, ann.caller, { stream_id: channel.id }, { message_id: String(elsewhere) });
    expect(await unread(bob)).toEqual([...plans, ...general, elsewhere, direct]);
    await markChannel(bob, channel.id);
    expect(await unread(bob)).toEqual([direct]);
    const { unread_msgs } = await suite.registerFields(bob);
    expect(unreadSummary.parse(unread_msgs).streams).toEqual([]);
    expect(await suite.readIds(bob, [['channel', other.name]])).not.toContain(elsewhere);
  });

  it('is refused if the user may not read it', async () => {
    const { organization, bob, channel } = await setting();
    const secret = await suite.rows.channel(organization, { isPrivate: true });
    const stranger = (await setting()).bob;
    await expect(markChannel(bob, 9e15)).rejects.toMatchObject({ msg: 'Invalid channel ID' });
    await expect(markChannel(bob, secret.id)).rejects.toMatchObject({ msg: 'Invalid channel ID' });
    await expect(markChannel(stranger, channel.id)).rejects.toMatchObject({ msg: 'Invalid channel ID' });
  });
});

describe('marking everything as read', () => {
  it('does not affect later messages', async () => {
    const { ann, bob } = await setting();
    expect(await markAll(bob)).toEqual({ complete: true });
    expect(await unread(bob)).toEqual([]);
    const later = await suite.sendDirect(ann, [bob]);
    expect(await unread(bob)).toEqual([later]);
  });
});

describe('each of them', () => {
  it('is explained by its events, and logs none if nothing was unread (P5)', async () => {
    const { organization, ann, bob, channel } = await setting();
    for (const act of [() => markTopic(bob, channel.id, 'plans'), () => markChannel(bob, channel.id), () => markAll(bob)]) {
      const before = await suite.registerFields(bob);
      const mark = await suite.mark(organization.id);
      await act();
      const events = await suite.eventsSince(mark, bob);
      expect(events).toMatchObject([{ type: 'update_message_flags', op: 'add', flag: 'read' }]);
      expectEventsExplainState({ before, events, after: await suite.registerFields(bob), userId: bob.id });
      expect(await suite.eventsSince(mark, ann)).toEqual([]);
      const settled = await suite.rowCounts(organization.id);
      await act();
      expect(await suite.rowCounts(organization.id)).toEqual(settled);
    }
  });
});
