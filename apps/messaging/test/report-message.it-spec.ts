import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROLES } from '@parley/contracts';
import { reportMessage } from '@parley/contracts/messaging';
import type { UserRow } from '@parley/testing';
import { MessagingSuite } from './messaging-suite.js';

let suite: MessagingSuite;
beforeAll(async () => {
  suite = await MessagingSuite.open();
});
afterAll(() => suite.close());

async function setting() {
  const made = await suite.channelOfThree();
  const { organization, bob } = made;
  const bot = await suite.rows.user(organization, {
    isBot: true,
    isSystemBot: true,
    apiEmail: `notification-bot@${organization.stringId}.example.com`,
    fullName: 'Notification Bot',
  });
  const desk = await suite.rows.channel(organization, { name: 'moderators', isPrivate: true });
  await suite.rows.subscription(desk, [bob]);
  const guest = await suite.rows.user(organization, { fullName: 'Gus', role: ROLES.guest });
  await choose(organization.id, desk.id);
  return { ...made, bot, desk, guest };
}

const choose = (id: number, channelId: number) =>
  suite.client.organization.update({ where: { id }, data: { settings: { moderation_request_channel_id: channelId } } });
const report = (by: UserRow, messageId: number, fields: Readonly<Record<string, unknown>> = {}) =>
  suite.call(reportMessage, by.caller, { report_type: 'spam', ...fields }, { message_id: String(messageId) });
const refusal = async (answer: Promise<unknown>) => (await suite.refusal(answer)).msg;

describe('a report of a message', () => {
  it('is posted by the notification bot in the channel for moderation requests, with the message', async () => {
    const { ann, bob, eve, bot, channel, desk } = await setting();
    const id = await suite.sendToChannel(eve, channel, { content: 'Buy now!' });
    expect(await report(ann, id, { description: ' Again. ' })).toEqual({});
    const { messages } = await suite.read(bob, [{ operator: 'channel', operand: desk.id }], { apply_markdown: false });
    expect(messages).toMatchObject([{ sender_id: bot.id, subject: 'Eve moderation', flags: [] }]);
    expect(messages[0]?.content).toMatch(/reported a message sent by @_\*\*Eve\|/);
    expect(messages[0]?.content).toContain('**Spam**. Again.');
    expect(messages[0]?.content).toContain(`spoiler Original message at #**${channel.name}>plans@${id}**\nBuy now!\n`);
    expect((await suite.read(ann, [{ operator: 'sender', operand: bot.id }])).messages).toEqual([]);
  });

  it('can be about a direct message, and by a guest', async () => {
    const { bob, eve, guest, desk } = await setting();
    const id = await suite.sendDirect(eve, [guest], { content: 'Psst' });
    await report(guest, id, { report_type: 'other', description: 'Rude' });
    const { messages } = await suite.read(bob, [{ operator: 'channel', operand: desk.id }], { apply_markdown: false });
    expect(messages[0]?.content).toContain('reported a direct message sent by @_**Eve|');
    expect(messages[0]?.content).toContain('**Other reason**. Rude');
  });

  it('is refused for a message that the reporter may not read, as if it did not exist', async () => {
    const { organization, ann, bob, eve, guest, channel } = await setting();
    const away = await setting();
    const direct = await suite.sendDirect(bob, [eve]);
    const inChannel = await suite.sendToChannel(bob, channel);
    const elsewhere = await suite.sendToChannel(away.bob, away.channel);
    const before = await suite.rowCounts(organization.id);
    for (const [by, id] of [
      [ann, direct],
      [guest, inChannel],
      [ann, elsewhere],
      [ann, 999_999_999],
    ] as const) {
      expect(await refusal(report(by, id))).toBe('Invalid message(s)');
    }
    expect(await suite.rowCounts(organization.id)).toEqual(before);
  });

  it('is refused without a reason that moderators understand', async () => {
    const { ann, eve, channel } = await setting();
    const id = await suite.sendToChannel(eve, channel);
    expect(await refusal(report(ann, id, { report_type: 'other' }))).toBe('An explanation is required.');
    expect(await refusal(report(ann, id, { report_type: 'other', description: ' ' }))).toBe('An explanation is required.');
    expect(await refusal(report(ann, id, { report_type: 'taste' }))).toBe('Invalid report_type');
    expect(await refusal(report(ann, id, { description: 'x'.repeat(1_001) }))).toBe('description is too long (limit: 1000 characters)');
  });

  it('is refused where the organization has no channel for it, or the channel is archived', async () => {
    const { organization, ann, eve, channel, desk } = await setting();
    const id = await suite.sendToChannel(eve, channel);
    const disabled = 'Message reporting is not enabled in this organization.';
    await suite.client.channel.update({ where: { id: desk.id }, data: { isArchived: true } });
    expect(await refusal(report(ann, id))).toBe(disabled);
    await choose(organization.id, -1);
    expect(await refusal(report(ann, id))).toBe(disabled);
  });
});
