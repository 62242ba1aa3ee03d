import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SYSTEM_VISITOR } from '@parley/contracts';
import { type Notice, sendNotice } from '@parley/contracts/messaging';
import { MessagingSuite } from './messaging-suite.js';

let messaging: MessagingSuite;
beforeAll(async () => {
  messaging = await MessagingSuite.open();
});
afterAll(() => messaging.close());

async function people() {
  const { rows } = messaging;
  const organization = await rows.organization();
  const bot = await rows.user(organization, {
    isBot: true,
    isSystemBot: true,
    apiEmail: `notification-bot@${organization.stringId}.example.com`,
    fullName: 'Notification Bot',
  });
  const channel = await rows.channel(organization, {
    name: 'secret',
    isPrivate: true,
    canSendMessageGroup: organization.groups['role:nobody'],
  });
  const member = await rows.user(organization);
  const other = await rows.user(organization);
  await rows.subscription(channel, [member, other]);
  return { organization, bot, channel, member, other };
}

const send = (organizationId: number, notice: Partial<Notice> & Pick<Notice, 'to'>, key = 'key') =>
  messaging.suite.rpc.call(
    sendNotice,
    { organizationId, key, notice: { content: 'news', channels: [], readBy: null, ...notice } },
    SYSTEM_VISITOR,
  );

describe('send notice', () => {
  it('posts to any channel, links the named channels, and is read for the user who caused it', async () => {
    const { organization, bot, channel, member, other } = await people();
    const mark = await messaging.mark(organization.id);
    const { id } = await send(organization.id, {
      to: { channelId: channel.id, topic: 'channel events' },
      content: `@_**${member.fullName}|${member.id}** made #**secret**.`,
      channels: [{ id: channel.id, name: 'secret' }],
      readBy: member.id,
    });
    const [seen] = await messaging.seen(other, [id ?? 0]);
    expect(seen).toMatchObject({ sender_id: bot.id, subject: 'channel events', flags: [] });
    expect(seen?.content).toContain(`data-stream-id="${channel.id}"`);
    expect(await messaging.flagsOf(member, id ?? 0)).toEqual(['read']);
    const [event] = await messaging.eventsSince(mark, member);
    expect(event).toMatchObject({ type: 'message', flags: ['read'] });
  });

  it('posts to one user', async () => {
    const { organization, bot, member, other } = await people();
    const { id } = await send(organization.id, { to: { userId: member.id } });
    const [seen] = await messaging.seen(member, [id ?? 0]);
    expect(seen).toMatchObject({ sender_id: bot.id, type: 'private', flags: [] });
    expect(await messaging.seen(other, [id ?? 0])).toEqual([]);
  });

  it('stores nothing for a repeated key, even at the same moment', async () => {
    const { organization, member } = await people();
    const answers = await Promise.all(Array.from({ length: 4 }, () => send(organization.id, { to: { userId: member.id } })));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await messaging.client.message.count({ where: { organizationId: organization.id } })).toBe(1);
  });

  it('mentions no one, whatever its text', async () => {
    const { organization, channel, member } = await people();
    const content = `@**all** @**${member.fullName}|${member.id}** @**topic**`;
    const { id } = await send(organization.id, { to: { channelId: channel.id, topic: 't' }, content });
    expect(await messaging.flagsOf(member, id ?? 0)).toEqual([]);
  });

  it('posts to no archived or foreign channel, to no deactivated user, and nothing without a notification bot', async () => {
    const { organization, channel, other } = await people();
    const theirs = await people();
    await messaging.client.channel.update({ where: { id: channel.id }, data: { isArchived: true } });
    await messaging.client.userAccount.update({ where: { id: other.id }, data: { isActive: false } });
    const nowhere: Notice['to'][] = [
      { channelId: channel.id, topic: 't' },
      { channelId: theirs.channel.id, topic: 't' },
      { userId: other.id },
      { userId: theirs.member.id },
    ];
    for (const to of nowhere) expect(await send(organization.id, { to })).toEqual({ id: null });
    const bare = await messaging.rows.organization();
    const alone = await messaging.rows.user(bare);
    expect(await send(bare.id, { to: { userId: alone.id } })).toEqual({ id: null });
    expect(await messaging.client.message.count({ where: { organizationId: organization.id } })).toBe(0);
  });

  it('posts to an archived channel only if requested, read for everyone, to clients that support such channels', async () => {
    const { organization, channel, member, other } = await people();
    await messaging.client.channel.update({ where: { id: channel.id }, data: { isArchived: true } });
    const to = { channelId: channel.id, topic: 'channel events' };
    expect(await send(organization.id, { to }, 'closed')).toEqual({ id: null });
    const mark = await messaging.mark(organization.id);
    const { id } = await send(organization.id, { to: { ...to, evenIfArchived: true } });
    for (const user of [member, other]) {
      expect(await messaging.flagsOf(user, id ?? 0)).toEqual(['read']);
      const requested = { eventTypes: ['message'] };
      expect(await messaging.eventsSince(mark, user, requested)).toMatchObject([{ type: 'message', flags: ['read'] }]);
      expect(await messaging.eventsSince(mark, user, { ...requested, capabilities: {} })).toEqual([]);
      expect(await messaging.registerFields(user)).toMatchObject({ unread_msgs: { count: 0 } });
    }
  });
});
