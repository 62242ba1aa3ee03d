import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setEditTyping } from '@parley/contracts/messaging';
import { baseConfig } from '@parley/runtime';
import type { UserRow } from '@parley/testing';
import { Announcements, AnnouncementsStubModule } from './announcements-stub.js';
import { joinChannel } from './join-and-leave.js';
import { MessagingSuite } from './messaging-suite.js';

let suite: MessagingSuite;
beforeAll(async () => {
  suite = await MessagingSuite.open();
  await suite.suite.start('event-queue', AnnouncementsStubModule, baseConfig);
});
afterAll(() => suite.close());

const edit = (by: UserRow, id: number, op = 'start') => suite.call(setEditTyping, by.caller, { op }, { message_id: String(id) });
const received = (user: UserRow, queue = {}) => suite.announced(Announcements.of(user.organizationId), user, queue);

describe('a user who edits the content of a message', () => {
  it('is shown in its channel, to users who want typing notifications', async () => {
    const { ann, bob, eve, channel } = await suite.channelOfTwo();
    const id = await suite.sendToChannel(ann, channel, { topic: '' });
    await edit(ann, id);
    await edit(ann, id, 'stop');
    const event = { type: 'typing_edit_message', sender_id: ann.id, message_id: id };
    const recipient = { type: 'channel', channel_id: channel.id, topic: '' };
    expect(await received(bob)).toEqual([
      { ...event, op: 'start', recipient },
      { ...event, op: 'stop', recipient },
    ]);
    expect([await received(eve), await received(bob, { capabilities: {} })]).toEqual([[], []]);
  });

  it('is shown to all participants of a conversation', async () => {
    const { ann, bob, eve } = await suite.channelOfTwo();
    const id = await suite.sendDirect(ann, [bob]);
    await edit(ann, id);
    const notification = { type: 'typing_edit_message', op: 'start', sender_id: ann.id, message_id: id };
    for (const user of [ann, bob]) {
      expect(await received(user, { capabilities: {} })).toEqual([
        { ...notification, recipient: { type: 'direct', user_ids: [ann.id, bob.id] } },
      ]);
    }
    expect(await received(eve)).toEqual([]);
  });

  it('is not shown to subscribers who may not see the message', async () => {
    const { organization, ann, bob, eve } = await suite.channelOfTwo();
    const channel = await suite.rows.channel(organization, { isPrivate: true, historyPublicToSubscribers: false });
    await suite.rows.subscription(channel, [ann, bob]);
    const id = await suite.sendToChannel(ann, channel);
    await joinChannel(suite.suite, eve, channel);
    await edit(ann, id);
    expect([(await received(bob)).length, await received(eve)]).toEqual([1, []]);
  });

  it('is not shown if more than 100 users are subscribed', async () => {
    const { organization, ann, channel } = await suite.channelOfTwo();
    await suite.rows.subscription(
      channel,
      (await suite.rows.manyUsers(organization, 99)).map((id) => ({ id })),
    );
    await edit(ann, await suite.sendToChannel(ann, channel));
    expect(Announcements.of(organization.id)).toEqual([]);
  });
});

describe('is refused, and sent to no one', () => {
  it('if the content may not be edited, with the same error', async () => {
    const { organization, ann, bob, eve, channel } = await suite.channelOfTwo();
    const [own, poll] = [await suite.sendToChannel(ann, channel), await suite.sendToChannel(ann, channel, { content: '/poll Lunch?' })];
    const direct = await suite.sendDirect(ann, [bob]);
    const msgs = [
      (await suite.refusal(edit(bob, own))).msg,
      (await suite.refusal(edit(ann, poll))).msg,
      (await suite.refusal(edit(eve, direct))).msg,
      (await suite.refusal(edit(ann, 999_999_999_999))).msg,
      (await suite.refusal(edit(ann, own, 'pause'))).msg,
    ];
    expect(msgs).toEqual([
      "You don't have permission to edit this message",
      'Widgets cannot be edited.',
      'Invalid message(s)',
      'Invalid message(s)',
      'Invalid op',
    ]);
    expect(Announcements.of(organization.id)).toEqual([]);
  });

  it('by a user who disabled typing notifications', async () => {
    const { organization, ann, bob, channel } = await suite.channelOfTwo();
    const values = { send_private_typing_notifications: false, send_stream_typing_notifications: false };
    await suite.client.userSettings.create({ data: { userId: ann.id, organizationId: organization.id, values } });
    const inChannel = await suite.refusal(edit(ann, await suite.sendToChannel(ann, channel)));
    const direct = await suite.refusal(edit(ann, await suite.sendDirect(ann, [bob])));
    expect(inChannel.msg).toBe('User has disabled typing notifications for channel messages');
    expect(direct.msg).toBe('User has disabled typing notifications for direct messages');
  });
});
