import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { watchersAudience } from '@parley/client-events';
import { ROLES } from '@parley/contracts';
import { addReaction, updateMessage, WATCHERS_PER_EVENT } from '@parley/contracts/messaging';
import { testSeeds } from '@parley/runtime';
import { AudienceIndex, type ChannelRow, queueView, seededChance, type UserRow } from '@parley/testing';
import { messageWatchersOf } from '../src/messages/message-watchers.repository.js';
import { joinChannel, leaveChannel } from './join-and-leave.js';
import { MessagingSuite } from './messaging-suite.js';

let suite: MessagingSuite;
beforeAll(async () => {
  suite = await MessagingSuite.open();
});
afterAll(() => suite.close());

const path = (id: number) => ({ message_id: String(id) });
const TADA = { emoji_name: 'tada' };

const STEPS = 70;
const STEPS_BETWEEN_CHECKS = 10;

/** The plain rule: users who may read the message, and are subscribed to its channel, received it, or have it in their history. */
class Model {
  readonly subscribed = new Map<ChannelRow, Set<UserRow>>();
  readonly messages = new Map<number, { channel: ChannelRow; readonly received: Set<UserRow>; readonly reacted: Set<UserRow> }>();

  subscribers(channel: ChannelRow): Set<UserRow> {
    const known = this.subscribed.get(channel) ?? new Set<UserRow>();
    this.subscribed.set(channel, known);
    return known;
  }
}

async function world() {
  const organization = await suite.rows.organization();
  const sender = await suite.rows.user(organization, { role: ROLES.administrator });
  const people = [
    sender,
    await suite.rows.user(organization),
    await suite.rows.user(organization),
    await suite.rows.user(organization),
    await suite.rows.user(organization, { role: ROLES.guest }),
    await suite.rows.user(organization, { role: ROLES.guest }),
  ];
  const joiners = await suite.rows.group(organization, { members: people.slice(1).map(({ id }) => id) });
  const shared = { isPrivate: true, historyPublicToSubscribers: true };
  const isProtected = { isPrivate: true, historyPublicToSubscribers: false };
  const channels = [
    await suite.rows.channel(organization),
    await suite.rows.channel(organization, { isWebPublic: true }),
    await suite.rows.channel(organization, shared),
    await suite.rows.channel(organization, { ...shared, canSubscribeGroup: joiners }),
    await suite.rows.channel(organization, { ...shared, canAddSubscribersGroup: joiners }),
    await suite.rows.channel(organization, isProtected),
    await suite.rows.channel(organization, { ...isProtected, canAddSubscribersGroup: joiners }),
  ];
  return { organization, people, channels, sender };
}

/** Ids of the users whose queues receive an event about the message, according to its audience. */
async function recipientsOf(
  index: AudienceIndex,
  organizationId: number,
  people: readonly UserRow[],
  messageId: number,
): Promise<number[]> {
  const watchers = await suite.suite.database.transaction((tx) => messageWatchersOf(tx, organizationId, messageId));
  return people
    .filter(({ id }) => watchers.filter((part) => index.reaches(watchersAudience(part), queueView(id))).length === 1)
    .map(({ id }) => id);
}

describe('the audience of an event about a message', () => {
  it.each(testSeeds([11, 12, 13]))('is everyone who may read it and is concerned, in a random history (seed %i)', async (seed) => {
    const { organization, people, channels, sender } = await world();
    const chance = seededChance(seed);
    const model = new Model();
    const { database } = suite.suite;
    const someMessage = () => chance.pick([...model.messages.keys()]);
    const readersOf = async () => new Map(await Promise.all(people.map(async (user) => [user, await readBy(user)] as const)));
    const readBy = async (user: UserRow) => new Set((await suite.seen(user, [...model.messages.keys()])).map(({ id }) => id));

    const bringSender = async (channel: ChannelRow) => {
      const inside = model.subscribers(channel);
      if (!inside.has(sender)) await joinChannel(suite.suite, sender, channel);
      inside.add(sender);
    };

    const steps: readonly (readonly [number, () => Promise<void>])[] = [
      [
        4,
        async () => {
          const [user, channel] = [chance.pick(people), chance.pick(channels)];
          const inside = model.subscribers(channel);
          if (inside.delete(user)) return leaveChannel(suite.suite, user, channel);
          inside.add(user);
          return joinChannel(suite.suite, user, channel);
        },
      ],
      [
        3,
        async () => {
          const channel = chance.pick(channels);
          await bringSender(channel);
          const id = await suite.sendToChannel(sender, channel);
          model.messages.set(id, { channel, received: new Set(model.subscribers(channel)), reacted: new Set() });
        },
      ],
      [
        1,
        async () => {
          const [id, channel] = [someMessage(), chance.pick(channels)];
          const message = model.messages.get(id);
          if (message === undefined || message.channel === channel) return;
          await bringSender(channel);
          if (!(await readBy(sender)).has(id)) return;
          const to = { stream_id: channel.id, propagate_mode: 'change_one', send_notification_to_new_thread: false };
          await suite.call(updateMessage, sender.caller, to, path(id));
          message.channel = channel;
        },
      ],
      [
        1,
        async () => {
          const [id, user] = [someMessage(), chance.pick(people)];
          if (!(await readBy(user)).has(id) || model.messages.get(id)?.reacted.has(user)) return;
          await suite.call(addReaction, user.caller, TADA, path(id));
          model.messages.get(id)?.reacted.add(user);
        },
      ],
    ];

    await steps[1]?.[1]();
    for (let step = 1; step <= STEPS; step += 1) {
      await chance.weighted(steps);
      if (step % STEPS_BETWEEN_CHECKS !== 0) continue;
      const [readers, index] = [await readersOf(), await AudienceIndex.read(database, organization.id)];
      for (const [id, { channel, received, reacted }] of model.messages) {
        const concerned = new Set([...model.subscribers(channel), ...received, ...reacted]);
        const expected = people.filter((user) => readers.get(user)?.has(id) && concerned.has(user)).map((user) => user.id);
        expect({ step, id, received: await recipientsOf(index, organization.id, people, id) }).toEqual({ step, id, received: expected });
      }
    }
  });

  it('is split into several events if it is large, without overlap', async () => {
    const organization = await suite.rows.organization();
    const ann = await suite.rows.user(organization);
    const channel = await suite.rows.channel(organization, { isPrivate: true, historyPublicToSubscribers: false });
    const others = (await suite.rows.manyUsers(organization, 2 * WATCHERS_PER_EVENT)).map((id) => ({ id }));
    await suite.rows.subscription(channel, [ann, ...others]);
    const id = await suite.sendToChannel(ann, channel);
    const watchers = await suite.suite.database.transaction((tx) => messageWatchersOf(tx, organization.id, id));
    expect(watchers.map(({ channelId, userIds }) => [channelId, userIds.length])).toEqual([
      [null, WATCHERS_PER_EVENT],
      [null, WATCHERS_PER_EVENT],
      [null, 1],
    ]);
    expect(new Set(watchers.flatMap(({ userIds }) => userIds)).size).toBe(2 * WATCHERS_PER_EVENT + 1);
    const mark = await suite.mark(organization.id);
    await suite.call(addReaction, ann.caller, TADA, path(id));
    expect(await suite.eventsSince(mark, ann)).toHaveLength(1);
  });

  it('of a channel with shared history is named by the channel alone, however large it is', async () => {
    const organization = await suite.rows.organization();
    const ann = await suite.rows.user(organization);
    const channel = await suite.rows.channel(organization);
    await suite.rows.subscription(channel, [ann, ...(await suite.rows.manyUsers(organization, 50)).map((id) => ({ id }))]);
    const id = await suite.sendToChannel(ann, channel);
    const watchers = await suite.suite.database.transaction((tx) => messageWatchersOf(tx, organization.id, id));
    expect(watchers).toEqual([{ channelId: channel.id, userIds: [] }]);
  });
});
