import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { topicKey } from '@parley/contracts';
import { listTopics } from '@parley/contracts/channels';
import type { ChannelRow, UserRow } from '@parley/testing';
import { ChannelsSuite } from './channels-suite.js';

let channels: ChannelsSuite;
let nextMessageId = 1_000_000n;
beforeAll(async () => {
  channels = await ChannelsSuite.open();
});
afterAll(() => channels.close());

async function write(channel: ChannelRow, sender: UserRow, topic: string): Promise<number> {
  const { client } = channels.suite.database;
  const { organizationId } = channel;
  const id = nextMessageId++;
  const key = { channelId: channel.id, key: topicKey(topic) };
  const { id: topicId } = await client.topic.upsert({
    where: { channelId_key: key },
    create: { ...key, organizationId, maxMessageId: id },
    update: { maxMessageId: id },
  });
  const content = { content: 'x', rendered: '<p>x</p>', clientName: 'tests', sentAt: new Date() };
  await client.message.create({ data: { id, organizationId, channelId: channel.id, topicId, topic, senderId: sender.id, ...content } });
  return Number(id);
}

const ask = (user: UserRow, channel: ChannelRow, allow_empty_topic_name = true) =>
  channels.suite.rpc.call(listTopics, { stream_id: channel.id, allow_empty_topic_name }, user.caller);

describe('listing topics', () => {
  it('newest first, each with its newest message and the spelling of that message', async () => {
    const organization = await channels.rows.organization();
    const user = await channels.rows.user(organization);
    const channel = await channels.rows.channel(organization);
    await write(channel, user, 'Lunch');
    const plans = await write(channel, user, 'plans');
    const lunch = await write(channel, user, 'LUNCH');
    expect(await ask(user, channel)).toEqual({
      topics: [
        { name: 'LUNCH', max_id: lunch },
        { name: 'plans', max_id: plans },
      ],
    });
  });

  it('the empty topic has its display name for clients that do not know it', async () => {
    const organization = await channels.rows.organization();
    const user = await channels.rows.user(organization);
    const channel = await channels.rows.channel(organization);
    const max_id = await write(channel, user, '');
    expect(await ask(user, channel)).toEqual({ topics: [{ name: '', max_id }] });
    expect(await ask(user, channel, false)).toEqual({ topics: [{ name: 'general chat', max_id }] });
  });

  it('with protected history, only messages that were sent while the user was subscribed', async () => {
    const organization = await channels.rows.organization();
    const early = await channels.rows.user(organization);
    const late = await channels.rows.user(organization);
    const channel = await channels.rows.channel(organization, { isPrivate: true, historyPublicToSubscribers: false });
    await channels.rows.subscription(channel, [early]);
    const before = await write(channel, early, 'before');
    await channels.rows.subscription(channel, [late], { afterId: BigInt(before) });
    const after = await write(channel, early, 'after');
    expect(await ask(late, channel)).toEqual({ topics: [{ name: 'after', max_id: after }] });
    expect((await ask(early, channel)).topics.map((topic) => topic.name)).toEqual(['after', 'before']);
  });

  it('a channel whose messages the caller may not read, or of another organization: Invalid channel ID', async () => {
    const organization = await channels.rows.organization();
    const user = await channels.rows.user(organization);
    const hidden = await channels.rows.channel(organization, { isPrivate: true });
    const theirs = await channels.rows.channel(await channels.rows.organization());
    for (const channel of [hidden, theirs]) {
      await expect(ask(user, channel)).rejects.toMatchObject({ code: 'BAD_REQUEST', msg: 'Invalid channel ID' });
    }
  });
});
