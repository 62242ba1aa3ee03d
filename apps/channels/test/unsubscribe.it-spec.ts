import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FLAG_BITS, ROLES } from '@parley/contracts';
import { newestSeq, statementsDuring } from '@parley/testing';
import { ChannelsSuite } from './channels-suite.js';

let channels: ChannelsSuite;
beforeAll(async () => {
  channels = await ChannelsSuite.open();
});
afterAll(() => channels.close());

async function people() {
  const { rows } = channels;
  const organization = await rows.organization();
  const administrator = await rows.user(organization, { role: ROLES.administrator });
  const member = await rows.user(organization);
  const other = await rows.user(organization);
  return { organization, administrator, member, other };
}

const refusal = (msg: string) => ({ code: 'BAD_REQUEST', status: 400, msg });

function setLastMessageId(organizationId: number, lastMessageId: bigint) {
  return channels.suite.database.client.organizationCounter.update({ where: { organizationId }, data: { lastMessageId } });
}

describe('unsubscribing', () => {
  it('ends the span at the newest message; subscribing again opens another one', async () => {
    const { organization, member } = await people();
    const { client } = channels.suite.database;
    await channels.subscribe(member.caller, ['general']);
    await setLastMessageId(organization.id, 10n);
    expect(await channels.unsubscribe(member.caller, ['GENERAL'])).toEqual({ removed: ['general'], not_removed: [] });
    expect(await channels.subscriptionNames(member.caller)).toEqual([]);
    await setLastMessageId(organization.id, 20n);
    await channels.subscribe(member.caller, ['general']);
    const spans = await client.subscriptionSpan.findMany({ where: { userId: member.id }, orderBy: { afterId: 'asc' } });
    expect(spans.map(({ afterId, untilId }) => [afterId, untilId])).toEqual([
      [0n, 10n],
      [20n, 9_223_372_036_854_775_807n],
    ]);
  });

  it('leaving and subscribing again without a message in between keeps one span', async () => {
    const { member } = await people();
    await channels.subscribe(member.caller, ['general']);
    await channels.unsubscribe(member.caller, ['general']);
    await channels.subscribe(member.caller, ['general']);
    const spans = await channels.suite.database.client.subscriptionSpan.findMany({ where: { userId: member.id } });
    expect(spans).toEqual([expect.objectContaining({ afterId: 0n, untilId: 9_223_372_036_854_775_807n })]);
  });

  it('returns which channels were left, and counts the subscribers', async () => {
    const { organization, administrator, member, other } = await people();
    await channels.subscribe(member.caller, ['one', 'two'], { principals: [member.id, other.id] });
    await channels.unsubscribe(other.caller, ['two']);
    const answer = await channels.unsubscribe(administrator.caller, ['two', 'one'], [other.id]);
    expect(answer).toEqual({ removed: ['one'], not_removed: ['two'] });
    const stored = await channels.suite.database.client.channel.findMany({ where: { organizationId: organization.id } });
    expect(stored.map((channel) => channel.subscriberCount)).toEqual([1, 1]);
  });

  it('marks unread messages there as read, only for users who left', async () => {
    const { organization, member, other } = await people();
    const { client } = channels.suite.database;
    await channels.subscribe(member.caller, ['general'], { principals: [member.id, other.id] });
    const channel = await client.channel.findFirstOrThrow({ where: { organizationId: organization.id } });
    const base = { organizationId: organization.id, messageId: 900_001n };
    await client.message.create({
      data: {
        id: base.messageId,
        organizationId: organization.id,
        channelId: channel.id,
        topic: 't',
        senderId: other.id,
        sentAt: new Date(),
        content: 'x',
        rendered: '<p>x</p>',
        clientName: 'tests',
      },
    });
    const flags = FLAG_BITS.starred;
    await client.messageFlag.createMany({ data: [member, other].map((user) => ({ ...base, userId: user.id, flags })) });
    await channels.unsubscribe(member.caller, ['general']);
    const rows = await client.messageFlag.findMany({ where: base, orderBy: { userId: 'asc' } });
    expect(rows.map((row) => row.flags)).toEqual([FLAG_BITS.starred | FLAG_BITS.read, FLAG_BITS.starred]);
  });

  it('bot owners may unsubscribe their bots', async () => {
    const { organization, administrator, member } = await people();
    const bot = await channels.rows.user(organization, { isBot: true, botOwnerId: member.id });
    await channels.subscribe(administrator.caller, ['general'], { principals: [bot.id] });
    expect(await channels.unsubscribe(member.caller, ['general'], [bot.id])).toEqual({ removed: ['general'], not_removed: [] });
  });

  it('guests may leave, and archived channels can be left', async () => {
    const { organization } = await people();
    const guest = await channels.rows.user(organization, { role: ROLES.guest });
    const channel = await channels.rows.channel(organization, { name: 'over', isArchived: true });
    await channels.rows.subscription(channel, [guest]);
    expect(await channels.unsubscribe(guest.caller, ['over'])).toEqual({ removed: ['over'], not_removed: [] });
  });
});

describe('unsubscribing: invalid, forbidden, other organization', () => {
  it('unknown, hidden and foreign channels are refused with one text, and nothing changes', async () => {
    const { organization, member } = await people();
    const theirs = await people();
    await channels.rows.channel(theirs.organization, { name: 'theirs' });
    await channels.rows.channel(organization, { name: 'secret', isPrivate: true });
    await channels.subscribe(member.caller, ['general']);
    await expect(channels.unsubscribe(member.caller, ['general', 'secret', 'theirs', 'nothing'])).rejects.toMatchObject(
      refusal('Channel(s) (secret, theirs, nothing) do not exist'),
    );
    expect(await channels.subscriptionNames(member.caller)).toEqual(['general']);
  });

  it('others may be removed by administrators, channel administrators, and members of can_remove_subscribers_group', async () => {
    const { organization, administrator, member, other } = await people();
    const remover = await channels.rows.user(organization);
    const can_remove_subscribers_group = { direct_members: [remover.id], direct_subgroups: [] };
    await channels.subscribe(member.caller, ['general'], { principals: [other.id], can_remove_subscribers_group });
    for (const { caller } of [administrator, member, remover]) {
      expect(await channels.unsubscribe(caller, ['general'], [other.id])).toMatchObject({ removed: ['general'] });
      await channels.subscribe(member.caller, ['general'], { principals: [other.id] });
    }
    const bystander = await channels.rows.user(organization);
    await expect(channels.unsubscribe(bystander.caller, ['general'], [other.id])).rejects.toMatchObject(refusal('Insufficient permission'));
  });

  it('users of another organization are unknown', async () => {
    const ours = await people();
    const theirs = await people();
    await channels.subscribe(ours.member.caller, ['general']);
    await expect(channels.unsubscribe(ours.administrator.caller, ['general'], [theirs.member.id])).rejects.toMatchObject(
      refusal('No such user'),
    );
  });
});

describe('unsubscribing: cost', () => {
  it('unsubscribing from a channel without a subscription changes nothing and logs nothing', async () => {
    const { organization, member, other } = await people();
    await channels.subscribe(other.caller, ['general']);
    const seq = await newestSeq(channels.suite.database, organization.id);
    expect(await channels.unsubscribe(member.caller, ['general'])).toEqual({ removed: [], not_removed: ['general'] });
    expect(await newestSeq(channels.suite.database, organization.id)).toBe(seq);
  });

  it('takes two statements more for 1,000 users than for one, however many there are', async () => {
    const { organization, administrator } = await people();
    const many = await channels.rows.manyUsers(organization, 1_000);
    const one = await channels.rows.user(organization);
    await channels.subscribe(administrator.caller, ['one', 'two'], { principals: [one.id, ...many] });
    const forOne = await statementsDuring(() => channels.unsubscribe(administrator.caller, ['one', 'two'], [one.id]));
    const forMany = await statementsDuring(() => channels.unsubscribe(administrator.caller, ['one', 'two'], many));
    expect(forMany).toHaveLength(forOne.length + 2);
  });
});
