import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROLES } from '@parley/contracts';
import { deleteMessage } from '@parley/contracts/messaging';
import { expectEventsExplainState, type OrganizationRow, statementsDuring, type UserRow } from '@parley/testing';
import { joinChannel, leaveChannel } from './join-and-leave.js';
import { MessagingSuite } from './messaging-suite.js';

let suite: MessagingSuite;
beforeAll(async () => {
  suite = await MessagingSuite.open();
});
afterAll(() => suite.close());

async function setting(settings: Parameters<typeof suite.rows.organization>[0] = {}) {
  const organization = await suite.rows.organization(settings);
  const ann = await suite.rows.user(organization, { fullName: 'Ann' });
  const bob = await suite.rows.user(organization, { fullName: 'Bob' });
  const admin = await suite.rows.user(organization, { role: ROLES.administrator });
  const channel = await suite.rows.channel(organization);
  await suite.rows.subscription(channel, [ann, bob]);
  return { organization, ann, bob, admin, channel };
}

const remove = (by: UserRow, id: number) => suite.call(deleteMessage, by.caller, {}, { message_id: String(id) });
const eventsOf = async (mark: Awaited<ReturnType<typeof suite.mark>>, user: UserRow, queue: Parameters<typeof suite.eventsSince>[2] = {}) =>
  (await suite.eventsSince(mark, user, { eventTypes: ['delete_message'], ...queue })).map(({ id: _, ...event }) => event);

/** Makes the message this old. */
async function age(id: number, seconds: number): Promise<void> {
  await suite.client.message.update({ where: { id }, data: { sentAt: new Date(Date.now() - seconds * 1000) } });
}

describe('deleting a message', () => {
  it('removes the message and everything that belongs to it, and the topic with its last message', async () => {
    const { organization, ann, bob, channel } = await setting();
    const first = await suite.sendToChannel(ann, channel, { topic: 'plans' });
    const second = await suite.sendToChannel(ann, channel, { topic: 'Plans', content: '@**Bob** look' });
    await suite.changeFlags(bob, 'add', 'starred', [second]);
    await suite.client.reaction.create({
      data: {
        organizationId: organization.id,
        messageId: second,
        userId: bob.id,
        emojiName: 'tada',
        emojiCode: '1f389',
        reactionType: 'unicode_emoji',
      },
    });
    await suite.client.submessage.create({
      data: { organizationId: organization.id, messageId: second, senderId: ann.id, msgType: 'widget', content: '{}' },
    });
    await remove(ann, second);
    expect(await suite.readIds(bob, [])).toEqual([first]);
    expect(await suite.rowCounts(organization.id)).toMatchObject({ messages: 1, searchWords: 1, flags: 0, topics: 1 });
    expect(await suite.client.reaction.count({ where: { messageId: second } })).toBe(0);
    expect(await suite.client.submessage.count({ where: { messageId: second } })).toBe(0);
    expect(await suite.client.topic.findFirst({ where: { channelId: channel.id } })).toMatchObject({ maxMessageId: BigInt(first) });
    await remove(ann, first);
    expect(await suite.rowCounts(organization.id)).toMatchObject({ messages: 0, searchWords: 0, topics: 0, activities: 0 });
  });

  it('answers a repeated send with the id of the message and does not bring it back', async () => {
    const { ann, channel } = await setting();
    const id = await suite.sendToChannel(ann, channel, { queue_id: 'q', local_id: '1' });
    await remove(ann, id);
    expect(await suite.sendToChannel(ann, channel, { queue_id: 'q', local_id: '1' })).toBe(id);
    expect(await suite.readIds(ann, [])).toEqual([]);
  });

  it.each<[string, Record<string, string>, (s: Awaited<ReturnType<typeof setting>>) => UserRow, number, string | undefined]>([
    ['by its sender, soon', {}, ({ ann }) => ann, 0, undefined],
    ['by its sender, too late', {}, ({ ann }) => ann, 700, 'The time limit for deleting this message has passed'],
    ['by another user', {}, ({ bob }) => bob, 0, "You don't have permission to delete this message"],
    ['by an administrator, late', {}, ({ admin }) => admin, 1e6, undefined],
    ['by whom the channel lets delete any', { canDeleteAnyMessageGroup: 'role:members' }, ({ bob }) => bob, 1e6, undefined],
  ])('%s', async (_, groups, who, seconds, msg) => {
    const s = await setting();
    const data = Object.fromEntries(Object.entries(groups).map(([name, group]) => [name, groupId(s.organization, group)]));
    await suite.client.channel.update({ where: { id: s.channel.id }, data });
    const id = await suite.sendToChannel(s.ann, s.channel);
    await age(id, seconds);
    if (msg === undefined) await remove(who(s), id);
    else expect((await suite.refusal(remove(who(s), id))).msg).toBe(msg);
    expect(await suite.readIds(s.ann, [])).toEqual(msg === undefined ? [] : [id]);
  });

  it('is allowed to the owner of the bot that sent it', async () => {
    const { organization, ann, bob, channel } = await setting();
    const bot = await suite.rows.user(organization, { isBot: true, botOwnerId: ann.id });
    const id = await suite.sendToChannel(bot, channel);
    expect((await suite.refusal(remove(bob, id))).msg).toContain('permission');
    await remove(ann, id);
  });

  it('is refused without the permission of the organization, and allowed with that of the channel', async () => {
    const { organization, ann, channel } = await setting();
    await suite.client.organization.update({
      where: { id: organization.id },
      data: { settings: { can_delete_own_message_group: organization.groups['role:nobody'] } },
    });
    const id = await suite.sendToChannel(ann, channel);
    expect((await suite.refusal(remove(ann, id))).msg).toBe("You don't have permission to delete this message");
    await suite.client.channel.update({
      where: { id: channel.id },
      data: { canDeleteOwnMessageGroup: organization.groups['role:everyone'] },
    });
    await remove(ann, id);
  });

  it('answers alike if it does not exist, was deleted, may not be read, is in an archived channel or in another organization', async () => {
    const { ann, admin, channel } = await setting();
    const elsewhere = await setting();
    const foreign = await suite.sendToChannel(elsewhere.ann, elsewhere.channel);
    const direct = await suite.sendDirect(ann, [ann]);
    const gone = await suite.sendToChannel(ann, channel);
    await remove(ann, gone);
    const archived = await suite.sendToChannel(ann, channel);
    await suite.client.channel.update({ where: { id: channel.id }, data: { isArchived: true } });
    for (const id of [foreign, direct, gone, archived, 999_999_999_999]) {
      const refusal = await suite.refusal(remove(admin, id));
      expect([refusal.code, refusal.msg]).toEqual(['BAD_REQUEST', 'Invalid message(s)']);
    }
    expect(await suite.seen(ann, [direct, archived])).toHaveLength(2);
  });
});

describe('a delete_message event', () => {
  it('contains one id or a list, as the client supports', async () => {
    const { organization, ann, bob, channel } = await setting();
    const id = await suite.sendToChannel(ann, channel, { topic: '' });
    const direct = await suite.sendDirect(ann, [bob]);
    const mark = await suite.mark(organization.id);
    await remove(ann, id);
    await remove(ann, direct);
    expect(await eventsOf(mark, bob)).toEqual([
      { type: 'delete_message', message_ids: [id], message_type: 'stream', stream_id: channel.id, topic: '' },
      { type: 'delete_message', message_ids: [direct], message_type: 'private' },
    ]);
    expect(await eventsOf(mark, bob, { capabilities: {} })).toEqual([
      { type: 'delete_message', message_id: id, message_type: 'stream', stream_id: channel.id, topic: 'general chat' },
      { type: 'delete_message', message_id: direct, message_type: 'private' },
    ]);
  });

  it('reaches exactly subscribers, and users who had the message and may still read it', async () => {
    const { organization, ann, bob, admin, channel } = await setting();
    const left = await suite.rows.user(organization);
    const starred = await suite.rows.user(organization);
    const guest = await suite.rows.user(organization, { role: ROLES.guest });
    await joinChannel(suite.suite, left, channel);
    await joinChannel(suite.suite, guest, channel);
    const id = await suite.sendToChannel(ann, channel);
    await leaveChannel(suite.suite, left, channel);
    await leaveChannel(suite.suite, guest, channel);
    await suite.changeFlags(starred, 'add', 'starred', [id]);
    const late = await suite.rows.user(organization);
    await joinChannel(suite.suite, late, channel);
    const mark = await suite.mark(organization.id);
    await remove(ann, id);
    const received = async (user: UserRow) => (await eventsOf(mark, user)).length;
    for (const user of [ann, bob, left, starred, late]) expect(await received(user)).toBe(1);
    for (const user of [admin, guest]) expect(await received(user)).toBe(0);
  });

  it('in a channel with protected history reaches those who saw the message', async () => {
    const { organization, ann, bob } = await setting();
    const secret = await suite.rows.channel(organization, { isPrivate: true, historyPublicToSubscribers: false });
    const gone = await suite.rows.user(organization);
    await suite.rows.subscription(secret, [ann, bob, gone]);
    const id = await suite.sendToChannel(ann, secret);
    const late = await suite.rows.user(organization);
    await joinChannel(suite.suite, late, secret);
    await leaveChannel(suite.suite, gone, secret);
    const mark = await suite.mark(organization.id);
    await remove(ann, id);
    expect(await eventsOf(mark, bob)).toHaveLength(1);
    expect(await eventsOf(mark, late)).toEqual([]);
    expect(await eventsOf(mark, gone)).toEqual([]);
  });

  it('is accompanied by the new first message of the channel', async () => {
    const { organization, ann, bob, channel } = await setting();
    const first = await suite.sendToChannel(ann, channel);
    const second = await suite.sendToChannel(ann, channel);
    const mark = await suite.mark(organization.id);
    await remove(ann, first);
    await remove(ann, second);
    const events = await suite.eventsSince(mark, bob, { eventTypes: ['stream'] });
    expect(events.map(({ property, value }) => [property, value])).toEqual([
      ['first_message_id', second],
      ['first_message_id', null],
    ]);
  });

  it('explains what changes in a registration: unread, mentions, stars; the newest received id stays', async () => {
    const { organization, ann, bob, channel } = await setting();
    const kept = await suite.sendToChannel(ann, channel, { topic: 'other' });
    const mentioned = await suite.sendToChannel(ann, channel, { content: '@**Bob**' });
    const direct = await suite.sendDirect(ann, [bob]);
    await suite.changeFlags(bob, 'add', 'starred', [mentioned]);
    const newest = await suite.sendToChannel(ann, channel);
    const before = await suite.registerFields(bob);
    const mark = await suite.mark(organization.id);
    for (const id of [mentioned, direct, newest]) await remove(ann, id);
    const after = await suite.registerFields(bob);
    const events = await suite.eventsSince(mark, bob);
    expectEventsExplainState({ before, events, after, userId: bob.id });
    expect(after).toMatchObject({ max_message_id: newest, unread_msgs: { count: 1, mentions: [] }, starred_messages: [] });
    expect(await suite.readIds(bob, [])).toEqual([kept]);
  });

  it('removes the star of a user who may no longer read it, and reveals nothing else to them', async () => {
    const { organization, ann, bob } = await setting();
    const secret = await suite.rows.channel(organization, { isPrivate: true });
    await suite.rows.subscription(secret, [ann, bob]);
    const id = await suite.sendToChannel(ann, secret);
    await suite.changeFlags(bob, 'add', 'starred', [id]);
    await leaveChannel(suite.suite, bob, secret);
    const before = await suite.registerFields(bob);
    const mark = await suite.mark(organization.id);
    await remove(ann, id);
    const events = await suite.eventsSince(mark, bob, { eventTypes: ['delete_message', 'update_message_flags'] });
    expect(events).toMatchObject([{ type: 'update_message_flags', op: 'remove', flag: 'starred', messages: [id] }]);
    expectEventsExplainState({ before, events, after: await suite.registerFields(bob), userId: bob.id });
  });

  it('leaves the newest received id of users who left the channel', async () => {
    const { ann, bob, channel } = await setting();
    await suite.sendToChannel(ann, channel);
    const newest = await suite.sendToChannel(ann, channel);
    await leaveChannel(suite.suite, bob, channel);
    await suite.sendToChannel(ann, channel);
    await remove(ann, newest);
    expect(await suite.registerFields(bob)).toMatchObject({ max_message_id: newest });
  });
});

describe('the cost of deleting', () => {
  it('does not depend on the number of subscribers', async () => {
    const { organization, ann, channel } = await setting();
    const large = await suite.rows.channel(organization);
    const many = await suite.rows.manyUsers(organization, 300);
    await suite.rows.subscription(large, [ann, ...many.map((id) => ({ id }))]);
    const small = await suite.sendToChannel(ann, channel);
    const big = await suite.sendToChannel(ann, large);
    const few = await statementsDuring(() => remove(ann, small));
    const lots = await statementsDuring(() => remove(ann, big));
    expect(lots).toHaveLength(few.length);
  });
});

function groupId(organization: OrganizationRow, name: string): number {
  const id = Object.entries(organization.groups).find(([group]) => group === name)?.[1];
  if (id === undefined) throw new Error(`no group ${name}`);
  return id;
}
