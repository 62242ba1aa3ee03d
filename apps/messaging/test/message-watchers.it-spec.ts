import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addReaction, ROLES, removeReaction, WATCHERS_PER_EVENT } from '@parley/contracts';
import { messageWatchersOf } from '@parley/persistence';
import type { ChannelRow, UserRow } from '@parley/testing';
import { joinChannel, leaveChannel } from './join-and-leave.js';
import { MessagingSuite } from './messaging-suite.js';
import { seededChance } from './seeded-chance.js';

let suite: MessagingSuite;
beforeAll(async () => {
  suite = await MessagingSuite.open();
});
afterAll(() => suite.close());

const path = (id: number) => ({ message_id: String(id) });
const TADA = { emoji_name: 'tada' };

/** The plain rule: who may read the message, and is subscribed to its channel, received it, or has it in his history. */
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
  const people = [
    await suite.rows.user(organization),
    await suite.rows.user(organization),
    await suite.rows.user(organization),
    await suite.rows.user(organization, { role: ROLES.administrator }),
    await suite.rows.user(organization, { role: ROLES.guest }),
    await suite.rows.user(organization, { role: ROLES.guest }),
  ];
  const [first, second] = people;
  if (first === undefined || second === undefined) throw new Error('nobody is there');
  const joiners = await suite.rows.group(organization, { members: [second.id] });
  const shared = { isPrivate: true, historyPublicToSubscribers: true };
  const isProtected = { isPrivate: true, historyPublicToSubscribers: false };
  const channels = [
    await suite.rows.channel(organization),
    await suite.rows.channel(organization, { isWebPublic: true }),
    await suite.rows.channel(organization, shared),
    await suite.rows.channel(organization, { ...shared, canSubscribeGroup: joiners }),
    await suite.rows.channel(organization, isProtected),
    await suite.rows.channel(organization, { ...isProtected, canAddSubscribersGroup: joiners }),
  ];
  return { organization, people, channels };
}

/** As a move writes it. */
async function move(id: number, to: ChannelRow): Promise<void> {
  await suite.suite.database.transaction(async (tx) => {
    const message = await tx.message.findUniqueOrThrow({ where: { id } });
    const { lastMessageId } = await tx.organizationCounter.findUniqueOrThrow({ where: { organizationId: to.organizationId } });
    const data = { channelId: to.id, originChannelId: message.originChannelId ?? message.channelId, movedAtId: lastMessageId };
    await tx.message.update({ where: { id }, data });
  });
}

describe('whoever hears of a change of a message', () => {
  it.each([11, 12, 13])('is whoever may read it and has to do with it, in a random history (seed %i)', async (seed) => {
    const { organization, people, channels } = await world();
    const chance = seededChance(seed);
    const model = new Model();
    const someMessage = () => chance.pick([...model.messages.keys()]);
    const database = suite.suite.database;
    const sender = people[3];
    if (sender === undefined) throw new Error('nobody sends');

    const steps: readonly (readonly [number, () => Promise<void>])[] = [
      [
        4,
        async () => {
          const [user, channel] = [chance.pick(people), chance.pick(channels)];
          const inside = model.subscribers(channel);
          if (inside.has(user)) {
            await leaveChannel(database, user, channel);
            inside.delete(user);
          } else {
            await joinChannel(database, user, channel);
            inside.add(user);
          }
        },
      ],
      [
        4,
        async () => {
          const channel = chance.pick(channels);
          const inside = model.subscribers(channel);
          if (!inside.has(sender)) await joinChannel(database, sender, channel);
          inside.add(sender);
          const id = await suite.sendToChannel(sender, channel);
          model.messages.set(id, { channel, received: new Set(inside), reacted: new Set() });
        },
      ],
      [
        1,
        async () => {
          if (model.messages.size === 0) return;
          const [id, channel] = [someMessage(), chance.pick(channels)];
          const message = model.messages.get(id);
          if (message === undefined || message.channel === channel) return;
          await move(id, channel);
          message.channel = channel;
        },
      ],
    ];

    for (let step = 0; step < 60; step += 1) {
      await chance.weighted(steps);
      if (model.messages.size === 0 || step % 3 !== 0) continue;
      const id = someMessage();
      const message = model.messages.get(id);
      const readers: UserRow[] = [];
      for (const user of people) if ((await suite.seen(user, [id])).length > 0) readers.push(user);
      const [reactor] = readers.length === 0 ? [] : [chance.pick(readers)];
      if (message === undefined || reactor === undefined) continue;

      const mark = await suite.mark(organization.id);
      await suite.call(addReaction, reactor.caller, TADA, path(id));
      message.reacted.add(reactor);
      await suite.call(removeReaction, reactor.caller, TADA, path(id));
      const heard: UserRow[] = [];
      for (const user of people) {
        const events = await suite.eventsSince(mark, user, { eventTypes: ['reaction'] });
        if (events.length > 0) heard.push(user);
        expect([0, 2]).toContain(events.length);
      }
      const concerned = ({ id: userId }: UserRow) =>
        [...model.subscribers(message.channel), ...message.received, ...message.reacted].some((other) => other.id === userId);
      expect(heard.map((user) => user.id)).toEqual(readers.filter(concerned).map((user) => user.id));
    }
  });

  it('is told in several events where they are many, each of them once', async () => {
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

  it('of a channel with shared history is named by the channel alone, however many they are', async () => {
    const organization = await suite.rows.organization();
    const ann = await suite.rows.user(organization);
    const channel = await suite.rows.channel(organization);
    await suite.rows.subscription(channel, [ann, ...(await suite.rows.manyUsers(organization, 50)).map((id) => ({ id }))]);
    const id = await suite.sendToChannel(ann, channel);
    const watchers = await suite.suite.database.transaction((tx) => messageWatchersOf(tx, organization.id, id));
    expect(watchers).toEqual([{ channelId: channel.id, userIds: [] }]);
  });
});
