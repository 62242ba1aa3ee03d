import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROLES } from '@parley/contracts';
import { updateMessage } from '@parley/contracts/messaging';
import { type ChannelRow, expectEventsExplainState, type UserRow } from '@parley/testing';
import { MessagingSuite } from './messaging-suite.js';

let suite: MessagingSuite;
beforeAll(async () => {
  suite = await MessagingSuite.open();
});
afterAll(() => suite.close());

const MENTION = '@**Robot** look';
const OF_GROUP = '@*Crew* look';

/** Ann in a channel, and a bot in the group Crew that is not subscribed. */
async function setting(values: Parameters<typeof suite.rows.channel>[1] = {}) {
  const organization = await suite.rows.organization();
  const ann = await suite.rows.user(organization, { fullName: 'Ann' });
  const bot = await suite.rows.user(organization, { fullName: 'Robot', isBot: true, botOwnerId: ann.id });
  const inner = await suite.rows.group(organization, { name: 'inner', members: [bot.id] });
  await suite.rows.group(organization, { name: 'Crew', members: [ann.id], subgroups: [inner] });
  const channel = await suite.rows.channel(organization, values);
  await suite.rows.subscription(channel, [ann]);
  return { organization, ann, bot, channel };
}

const edit = (by: UserRow, id: number, content: string) => suite.call(updateMessage, by.caller, { content }, { message_id: String(id) });

const mentionsOf = (bot: UserRow) => suite.readIds(bot, [{ operator: 'is', operand: 'mentioned' }]);

const messagesOf = (events: Awaited<ReturnType<typeof suite.eventsSince>>) => events.filter(({ type }) => type === 'message');

describe('a group whose members include a bot that is not subscribed', () => {
  it('delivers the message to the bot, as read and mentioned', async () => {
    const { organization, ann, bot, channel } = await setting();
    const mark = await suite.mark(organization.id);
    await suite.sendToChannel(ann, channel);
    const id = await suite.sendToChannel(ann, channel, { content: OF_GROUP });
    expect(messagesOf(await suite.eventsSince(mark, bot))).toMatchObject([{ flags: ['read', 'mentioned'], message: { id } }]);
    expect(await suite.flagsOf(bot, id)).toEqual(['read', 'mentioned']);
    expect(await mentionsOf(bot)).toEqual([id]);
  });

  it('delivers it once if the text mentions the bot as well', async () => {
    const { organization, ann, bot, channel } = await setting();
    const mark = await suite.mark(organization.id);
    await suite.sendToChannel(ann, channel, { content: `${OF_GROUP} ${MENTION}` });
    expect(messagesOf(await suite.eventsSince(mark, bot, { allPublicStreams: true }))).toHaveLength(1);
  });

  it('delivers nothing to people who are not subscribed', async () => {
    const { organization, ann, channel } = await setting();
    const out = await suite.rows.user(organization);
    await suite.rows.group(organization, { name: 'Outsiders', members: [out.id] });
    const mark = await suite.mark(organization.id);
    const id = await suite.sendToChannel(ann, channel, { content: '@*Outsiders*' });
    expect(messagesOf(await suite.eventsSince(mark, out))).toEqual([]);
    expect(await suite.flagsOf(out, id)).toEqual(['read', 'historical']);
  });

  it.each<[string, (channel: ChannelRow, bot: UserRow) => Promise<unknown>]>([
    ['is deactivated', (_, { id }) => suite.client.userAccount.update({ where: { id }, data: { isActive: false } })],
    ['is a guest', (_, { id }) => suite.client.userAccount.update({ where: { id }, data: { role: ROLES.guest } })],
    ['may not read the channel', ({ id }) => suite.client.channel.update({ where: { id }, data: { isPrivate: true } })],
  ])('delivers nothing to a bot that %s', async (_, change) => {
    const { organization, ann, bot, channel } = await setting();
    await change(channel, bot);
    const mark = await suite.mark(organization.id);
    const id = await suite.sendToChannel(ann, channel, { content: OF_GROUP });
    expect(messagesOf(await suite.eventsSince(mark, bot))).toEqual([]);
    expect(await suite.client.messageFlag.count({ where: { messageId: id, userId: bot.id } })).toBe(0);
  });
});

describe('an edit that mentions a bot that is not subscribed', () => {
  it.each([MENTION, OF_GROUP])('gives the bot the update and the flags: %s', async (content) => {
    const { organization, ann, bot, channel } = await setting();
    const id = await suite.sendToChannel(ann, channel);
    const before = await suite.registerFields(bot);
    const mark = await suite.mark(organization.id);
    await edit(ann, id, content);
    const events = await suite.eventsSince(mark, bot);
    expect(events).toMatchObject([{ type: 'update_message', message_id: id, flags: ['read', 'mentioned'], content }]);
    expect(await suite.flagsOf(bot, id)).toEqual(['read', 'mentioned']);
    expect(await mentionsOf(bot)).toEqual([id]);
    expectEventsExplainState({ before, events, after: await suite.registerFields(bot), userId: bot.id });
  });

  it('removes the mention again, and tells the bot', async () => {
    const { organization, ann, bot, channel } = await setting();
    const id = await suite.sendToChannel(ann, channel, { content: OF_GROUP });
    const mark = await suite.mark(organization.id);
    await edit(ann, id, 'never mind');
    expect(await suite.eventsSince(mark, bot)).toMatchObject([{ type: 'update_message', flags: ['read'] }]);
    expect(await suite.flagsOf(bot, id)).toEqual(['read']);
    expect(await mentionsOf(bot)).toEqual([]);
  });

  it('gives nothing to people who are not subscribed', async () => {
    const { organization, ann, channel } = await setting();
    const out = await suite.rows.user(organization, { fullName: 'Out' });
    const id = await suite.sendToChannel(ann, channel);
    const mark = await suite.mark(organization.id);
    await edit(ann, id, '@**Out**');
    expect(await suite.eventsSince(mark, out)).toEqual([]);
    expect(await suite.flagsOf(out, id)).toEqual(['read', 'historical']);
  });

  it.each<[string, Parameters<typeof suite.rows.channel>[1]]>([
    ['a private channel', { isPrivate: true }],
    ['a private channel with protected history', { isPrivate: true, historyPublicToSubscribers: false }],
  ])('gives nothing to a bot that may not read %s', async (_, values) => {
    const { organization, ann, bot, channel } = await setting(values);
    const id = await suite.sendToChannel(ann, channel);
    const mark = await suite.mark(organization.id);
    await edit(ann, id, MENTION);
    expect(await suite.eventsSince(mark, bot)).toEqual([]);
    expect(await suite.client.messageFlag.count({ where: { messageId: id, userId: bot.id } })).toBe(0);
  });

  it('gives the update of a private channel that a group lets the bot read', async () => {
    const { organization, ann, bot, channel } = await setting({ isPrivate: true });
    const readers = await suite.rows.group(organization, { members: [bot.id] });
    await suite.client.channel.update({ where: { id: channel.id }, data: { canSubscribeGroup: readers } });
    const id = await suite.sendToChannel(ann, channel);
    const mark = await suite.mark(organization.id);
    await edit(ann, id, MENTION);
    expect(await suite.eventsSince(mark, bot)).toMatchObject([{ type: 'update_message', flags: ['read', 'mentioned'] }]);
  });
});
