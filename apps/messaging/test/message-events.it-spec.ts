import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectEventsExplainState, statementsDuring } from '@parley/testing';
import { MessagingSuite } from './messaging-suite.js';

let suite: MessagingSuite;
beforeAll(async () => {
  suite = await MessagingSuite.open();
});
afterAll(() => suite.close());

describe('a message event', () => {
  it('contains exactly the message that GET /messages returns with the same options', async () => {
    const { organization, ann, bob, channel } = await suite.channelOfTwo();
    const mark = await suite.mark(organization.id);
    await suite.sendToChannel(ann, channel, { topic: '', content: '/me *waves* at @**Bob** and @**all**' });
    await suite.sendDirect(ann, [bob]);
    for (const applyMarkdown of [true, false]) {
      for (const clientGravatar of [true, false]) {
        for (const knowsEmptyTopic of [true, false]) {
          const queue = { applyMarkdown, clientGravatar, capabilities: { empty_topic_name: knowsEmptyTopic } };
          const events = await suite.eventsSince(mark, bob, { ...queue, eventTypes: ['message'] });
          const { messages } = await suite.read(bob, [], {
            apply_markdown: applyMarkdown,
            client_gravatar: clientGravatar,
            allow_empty_topic_name: knowsEmptyTopic,
          });
          expect(events.map(({ message, flags }) => ({ ...(message as object), flags }))).toEqual(messages);
        }
      }
    }
  });

  it('contains the local id in the queue that it was sent from, and in no other', async () => {
    const { organization, ann, bob, channel } = await suite.channelOfTwo();
    const mark = await suite.mark(organization.id);
    await suite.sendToChannel(ann, channel, { queue_id: 'queue:a', local_id: '7.5' });
    const local = async (user: typeof ann, queueId: string) =>
      (await suite.eventsSince(mark, user, { queueId, eventTypes: ['message'] })).map((event) => event.local_message_id);
    expect(await local(ann, 'queue:a')).toEqual(['7.5']);
    expect(await local(ann, 'queue:b')).toEqual([undefined]);
    expect(await local(bob, 'queue:c')).toEqual([undefined]);
  });

  it('reaches subscribers, participants, and clients that requested all public channels', async () => {
    const { organization, ann, bob, eve, channel } = await suite.channelOfTwo();
    const secret = await suite.rows.channel(organization, { isPrivate: true });
    await suite.rows.subscription(secret, [ann, bob]);
    const mark = await suite.mark(organization.id);
    const inPublic = await suite.sendToChannel(ann, channel);
    const inSecret = await suite.sendToChannel(ann, secret);
    const direct = await suite.sendDirect(ann, [bob]);
    const received = async (user: typeof ann, allPublicStreams: boolean) =>
      (await suite.eventsSince(mark, user, { allPublicStreams, eventTypes: ['message'] })).map(
        (event) => (event.message as { id: number }).id,
      );
    expect(await received(bob, false)).toEqual([inPublic, inSecret, direct]);
    expect(await received(eve, false)).toEqual([]);
    expect(await received(eve, true)).toEqual([inPublic]);
  });

  it('has no flags for clients that requested all public channels without a subscription, whatever its content', async () => {
    const { organization, ann, bob, eve, channel } = await suite.channelOfTwo();
    const mark = await suite.mark(organization.id);
    await suite.sendToChannel(ann, channel, { content: '@**all** @**topic**' });
    const flags = async (user: typeof ann, narrow: [string, string][] = []) =>
      (await suite.eventsSince(mark, user, { allPublicStreams: true, eventTypes: ['message'], narrow })).map((event) => event.flags);
    expect(await flags(eve)).toEqual([[]]);
    expect(await flags(eve, [['is', 'mentioned']])).toEqual([]);
    expect(await flags(bob)).toEqual([expect.arrayContaining(['stream_wildcard_mentioned'])]);
  });

  it('is filtered by the narrow of a queue', async () => {
    const { organization, ann, bob, channel } = await suite.channelOfTwo();
    const mark = await suite.mark(organization.id);
    const inChannel = await suite.sendToChannel(ann, channel, { topic: 'Plans' });
    const direct = await suite.sendDirect(ann, [bob], { content: '@**Bob**' });
    const received = async (...narrow: [string, string][]) =>
      (await suite.eventsSince(mark, bob, { narrow, eventTypes: ['message'] })).map((event) => (event.message as { id: number }).id);
    expect(await received(['is', 'dm'])).toEqual([direct]);
    expect(await received(['is', 'mentioned'])).toEqual([direct]);
    expect(await received(['channel', channel.name.toUpperCase()])).toEqual([inChannel]);
    expect(await received(['stream', channel.name], ['topic', 'plans'])).toEqual([inChannel]);
    expect(await received(['sender', ann.email], ['is', 'unread'])).toEqual([inChannel, direct]);
    expect(await received(['sender', bob.email])).toEqual([]);
  });

  it('is read on arrival for users who muted the sender, even if it mentions them', async () => {
    const { organization, ann, bob, channel } = await suite.channelOfTwo();
    await suite.client.mutedUser.create({ data: { organizationId: organization.id, userId: bob.id, senderId: ann.id } });
    const mark = await suite.mark(organization.id);
    await suite.sendToChannel(ann, channel);
    await suite.sendToChannel(ann, channel, { content: '@**Bob**' });
    const events = await suite.eventsSince(mark, bob, { eventTypes: ['message'] });
    expect(events.map(({ flags }) => flags)).toEqual([['read'], ['read', 'mentioned']]);
  });

  it('is accompanied by the first message id of a channel that was empty', async () => {
    const { organization, ann, bob, eve, channel } = await suite.channelOfTwo();
    const mark = await suite.mark(organization.id);
    const id = await suite.sendToChannel(ann, channel);
    await suite.sendToChannel(ann, channel);
    for (const user of [bob, eve]) {
      expect(await suite.eventsSince(mark, user, { eventTypes: ['stream'] })).toMatchObject([
        { op: 'update', stream_id: channel.id, property: 'first_message_id', value: id },
      ]);
    }
  });
});

describe('the first message of a private channel, and the first after a long inactivity', () => {
  /** A private channel that Eve may join because of a group and that Bob is in; Mallory may not know of it. */
  async function secretChannel(isRecentlyActive: boolean) {
    const { organization, ann, bob, eve } = await suite.channelOfTwo();
    const mallory = await suite.rows.user(organization);
    const canSubscribeGroup = await suite.rows.group(organization, { members: [eve.id] });
    const secret = await suite.rows.channel(organization, { isPrivate: true, isRecentlyActive, canSubscribeGroup });
    await suite.rows.subscription(secret, [ann, bob]);
    return { organization, ann, bob, eve, mallory, secret };
  }

  it('notify exactly the users who may know of the channel, also because of a group', async () => {
    const { organization, ann, bob, eve, mallory, secret } = await secretChannel(false);
    const mark = await suite.mark(organization.id);
    const id = await suite.sendToChannel(ann, secret);
    await suite.sendToChannel(ann, secret);
    const received = (user: typeof ann) => suite.eventsSince(mark, user, { eventTypes: ['stream'] });
    for (const user of [ann, bob, eve]) {
      expect(await received(user)).toMatchObject([
        { op: 'update', stream_id: secret.id, name: secret.name, property: 'first_message_id', value: id },
        { op: 'update', stream_id: secret.id, name: secret.name, property: 'is_recently_active', value: true },
      ]);
    }
    expect(await received(mallory)).toEqual([]);
    const row = await suite.client.channel.findUniqueOrThrow({ where: { id: secret.id } });
    expect(row.isRecentlyActive).toBe(true);
  });

  it('activate the channel once when many are sent at the same moment', async () => {
    const { organization, ann, bob, secret } = await secretChannel(false);
    await suite.rows.firstMessage(secret);
    const mark = await suite.mark(organization.id);
    await Promise.all(Array.from({ length: 6 }, () => suite.sendToChannel(ann, secret)));
    expect(await suite.eventsSince(mark, bob, { eventTypes: ['stream'] })).toMatchObject([{ property: 'is_recently_active', value: true }]);
  });

  it('require no further change in a channel that is active and has messages', async () => {
    const { ann, secret } = await secretChannel(true);
    await suite.rows.firstMessage(secret);
    expect(await statementsDuring(() => suite.sendToChannel(ann, secret))).toHaveLength(2);
  });
});

describe('events explain the state (P5)', () => {
  it('of unread messages, mentions, stars, conversations and the newest message', async () => {
    const { organization, ann, bob, eve, channel } = await suite.channelOfTwo();
    const before = new Map(await Promise.all([ann, bob, eve].map(async (user) => [user, await suite.registerFields(user)] as const)));
    const mark = await suite.mark(organization.id);

    const first = await suite.sendToChannel(ann, channel, { content: '@**Bob** @**all**' });
    const second = await suite.sendToChannel(ann, channel, { read_by_sender: true });
    const third = await suite.sendDirect(ann, [bob, eve]);
    const fourth = await suite.sendDirect(bob, [ann], { content: '@**Ann**' });
    await suite.sendDirect(eve, [eve]);
    await suite.changeFlags(bob, 'add', 'read', [first, third]);
    await suite.changeFlags(bob, 'add', 'starred', [first, second]);
    await suite.changeFlags(bob, 'remove', 'starred', [second]);
    await suite.changeFlags(bob, 'remove', 'read', [first]);
    await suite.changeFlags(ann, 'add', 'read', [fourth]);
    await suite.changeFlags(ann, 'remove', 'read', [fourth, second]);
    await suite.changeFlags(eve, 'add', 'collapsed', [third]);

    for (const [user, state] of before) {
      const events = await suite.eventsSince(mark, user, {});
      expectEventsExplainState({ before: state, events, after: await suite.registerFields(user), userId: user.id });
    }
  });
});
