import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROLES } from '@parley/contracts';
import { deleteTopic } from '@parley/contracts/messaging';
import type { ChannelRow, UserRow } from '@parley/testing';
import { joinChannel } from './join-and-leave.js';
import { MessagingSuite } from './messaging-suite.js';

let suite: MessagingSuite;
beforeAll(async () => {
  suite = await MessagingSuite.open();
});
afterAll(() => suite.close());

async function setting() {
  const organization = await suite.rows.organization();
  const ann = await suite.rows.user(organization);
  const admin = await suite.rows.user(organization, { role: ROLES.administrator });
  const channel = await suite.rows.channel(organization);
  await suite.rows.subscription(channel, [ann, admin]);
  return { organization, ann, admin, channel };
}

const remove = (by: UserRow, channel: ChannelRow, topic: string) =>
  suite.call(deleteTopic, by.caller, { topic_name: topic }, { stream_id: String(channel.id) });

describe('deleting a topic', () => {
  it('deletes all its messages, in any spelling of the topic, and no others', async () => {
    const { organization, ann, admin, channel } = await setting();
    const ids = [await suite.sendToChannel(ann, channel, { topic: 'Plans' }), await suite.sendToChannel(ann, channel, { topic: 'plans' })];
    const other = await suite.sendToChannel(ann, channel, { topic: 'fun' });
    const mark = await suite.mark(organization.id);
    expect(await remove(admin, channel, 'PLANS')).toEqual({ complete: true });
    expect(await suite.readIds(ann, [])).toEqual([other]);
    const events = await suite.eventsSince(mark, ann, { eventTypes: ['delete_message'] });
    expect(events).toMatchObject([{ message_ids: ids, stream_id: channel.id, topic: 'plans' }]);
  });

  it.each(['', '(no topic)', 'general chat'])('accepts "%s" for the empty topic', async (name) => {
    const { ann, admin, channel } = await setting();
    await suite.sendToChannel(ann, channel, { topic: '' });
    await remove(admin, channel, name);
    expect(await suite.readIds(ann, [])).toEqual([]);
  });

  it('uses several events if there are many messages', async () => {
    const { organization, ann, admin, channel } = await setting();
    const first = await suite.sendToChannel(ann, channel);
    await suite.client.$executeRaw`
      INSERT INTO message (id, organization_id, channel_id, topic_id, topic, sender_id, sent_at, content, rendered, client_name)
      SELECT nextval('message_id_seq'), m.organization_id, m.channel_id, m.topic_id, m.topic, m.sender_id, m.sent_at, 'x', 'x', 'x'
      FROM message m, generate_series(1, 1500) WHERE m.id = ${first}`;
    const mark = await suite.mark(organization.id);
    expect(await remove(admin, channel, 'plans')).toEqual({ complete: true });
    const events = await suite.eventsSince(mark, ann, { eventTypes: ['delete_message'] });
    expect(events.map(({ message_ids }) => (message_ids as number[]).length)).toEqual([1000, 501]);
  });

  it.each(['nowhere', 'a\0b'])('is complete at once if the topic (%j) does not exist', async (name) => {
    const { admin, channel } = await setting();
    expect(await remove(admin, channel, name)).toEqual({ complete: true });
  });

  it('leaves messages that the caller may not read, and notifies each user only of those they saw', async () => {
    const { organization, ann } = await setting();
    const chosen = await suite.rows.user(organization);
    const between = await suite.rows.user(organization);
    const secret = await suite.rows.channel(organization, {
      isPrivate: true,
      historyPublicToSubscribers: false,
      canDeleteAnyMessageGroup: organization.groups['role:members'],
    });
    await suite.rows.subscription(secret, [ann]);
    const before = await suite.sendToChannel(ann, secret);
    await joinChannel(suite.suite, chosen, secret);
    const middle = await suite.sendToChannel(ann, secret);
    await joinChannel(suite.suite, between, secret);
    const after = await suite.sendToChannel(ann, secret);
    const mark = await suite.mark(organization.id);
    await remove(chosen, secret, 'plans');
    expect(await suite.readIds(ann, [])).toEqual([before]);
    const received = async (user: UserRow) =>
      (await suite.eventsSince(mark, user, { eventTypes: ['delete_message'] })).map(({ message_ids }) => message_ids);
    expect(await received(ann)).toEqual([[middle, after]]);
    expect(await received(chosen)).toEqual([[middle, after]]);
    expect(await received(between)).toEqual([[after]]);
  });

  it('needs the permission to delete any message', async () => {
    const { ann, channel } = await setting();
    const id = await suite.sendToChannel(ann, channel);
    expect((await suite.refusal(remove(ann, channel, 'plans'))).msg).toBe('Insufficient permission');
    expect(await suite.readIds(ann, [])).toEqual([id]);
  });

  it('answers alike for a channel that does not exist, may not be read or is in another organization', async () => {
    const { organization, admin } = await setting();
    const hidden = await suite.rows.channel(organization, { isPrivate: true });
    const elsewhere = await setting();
    for (const channel of [hidden, elsewhere.channel, { ...hidden, id: 999_999_999_999 }]) {
      expect((await suite.refusal(remove(admin, channel, 'plans'))).msg).toBe('Invalid channel ID');
    }
  });
});
