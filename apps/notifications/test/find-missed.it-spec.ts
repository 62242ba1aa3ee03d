import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { updateMessage } from '@parley/contracts/messaging';
import { FindMissed } from '../src/deciding/find-missed.js';
import type { MissedMessage } from '../src/deciding/missed-message.js';
import { TooManyRecipients } from '../src/deciding/too-many-recipients.js';
import { NotificationsSuite } from './notifications-suite.js';

let suite: NotificationsSuite;
let find: FindMissed;
beforeAll(async () => {
  suite = await NotificationsSuite.open();
  find = new FindMissed();
}, 60_000);
afterAll(() => suite.close());

type People = Awaited<ReturnType<NotificationsSuite['people']>>;

const sql = () => suite.stores.database.direct;
const follow = ({ zoe, channel }: People, policy: number) => suite.follow(zoe, channel, 'Lunch', policy);
const subscription = ({ zoe, channel, organization }: People, column: string, value: boolean) => {
  const set = { is_muted: 'is_muted', email: 'email_notifications', push: 'push_notifications', wildcards: 'wildcard_mentions_notify' }[
    column
  ];
  return suite.stores.database.client.$executeRawUnsafe(
    `UPDATE subscription SET ${set} = ${value} WHERE organization_id = ${organization.id} AND user_id = ${zoe.id} AND channel_id = ${channel.id}`,
  );
};

/** Who is told of the messages of the organization. */
async function missed({ organization }: People): Promise<MissedMessage[]> {
  return find.execute(suite.stores.database.direct, organization.id, await suite.sent(organization));
}

type Told = Pick<MissedMessage, 'email' | 'push'> | undefined;
const BOTH = (trigger: MissedMessage['email']): Told => ({ email: trigger, push: trigger });

it.each<[string, Told, (people: People) => Promise<unknown>]>([
  ['a direct message', BOTH('direct'), ({ amir, zoe }) => suite.direct(amir, [zoe], 'Hello')],
  [
    'a direct message, without e-mail',
    { email: null, push: 'direct' },
    async ({ amir, zoe }) => {
      await suite.settings(zoe, { enable_offline_email_notifications: false });
      await suite.direct(amir, [zoe], 'Hello');
    },
  ],
  [
    'a direct message, wanted in no way',
    undefined,
    async ({ amir, zoe }) => {
      await suite.settings(zoe, { enable_offline_email_notifications: false, enable_offline_push_notifications: false });
      await suite.direct(amir, [zoe], 'Hello');
    },
  ],
  ['their own message to themselves', undefined, ({ zoe }) => suite.direct(zoe, [zoe], 'A note')],
  [
    'a direct message of someone whom they muted',
    undefined,
    async ({ amir, zoe, organization }) => {
      await sql()
        .$executeRaw`INSERT INTO muted_user (user_id, sender_id, organization_id) VALUES (${zoe.id}, ${amir.id}, ${organization.id})`;
      await suite.direct(amir, [zoe], 'Hello');
    },
  ],
  ['a message that does not concern them', undefined, ({ amir, channel }) => suite.toChannel(amir, channel, 'Lunch', 'Soup?')],
  ['a mention', BOTH('mention'), ({ amir, zoe, channel }) => suite.toChannel(amir, channel, 'Lunch', `@**Zoe|${zoe.id}** soup?`)],
  ['a silent mention', undefined, ({ amir, zoe, channel }) => suite.toChannel(amir, channel, 'Lunch', `@_**Zoe|${zoe.id}** ate it`)],
  [
    'a mention in a muted channel',
    BOTH('mention'),
    async (people) => {
      await subscription(people, 'is_muted', true);
      await suite.toChannel(people.amir, people.channel, 'Lunch', `@**Zoe|${people.zoe.id}** soup?`);
    },
  ],
  [
    'a mention of their group',
    BOTH('groupMention'),
    async ({ organization, amir, zoe, channel }) => {
      await suite.rows.group(organization, { name: 'cooks', members: [zoe.id] });
      await suite.toChannel(amir, channel, 'Lunch', '@*cooks* soup?');
    },
  ],
  ['a channel wildcard', BOTH('channelWildcard'), ({ amir, channel }) => suite.toChannel(amir, channel, 'Lunch', '@**all** soup?')],
  [
    'a channel wildcard, not wanted in this channel',
    undefined,
    async (people) => {
      await subscription(people, 'wildcards', false);
      await suite.toChannel(people.amir, people.channel, 'Lunch', '@**all** soup?');
    },
  ],
  [
    'a channel wildcard in a topic that they muted',
    undefined,
    async (people) => {
      await follow(people, 1);
      await suite.toChannel(people.amir, people.channel, 'Lunch', '@**all** soup?');
    },
  ],
  [
    'a topic wildcard in a topic in which they wrote',
    BOTH('topicWildcard'),
    async ({ amir, zoe, channel }) => {
      // Otherwise they follow a topic that they begin.
      await suite.settings(zoe, { automatically_follow_topics_policy: 4 });
      await suite.toChannel(zoe, channel, 'lunch', 'Soup!');
      await suite.toChannel(amir, channel, 'Lunch', '@**topic** soup?');
    },
  ],
  [
    'a channel wildcard in a followed topic',
    BOTH('channelWildcardInFollowedTopic'),
    async (people) => {
      await follow(people, 3);
      await subscription(people, 'wildcards', false);
      await suite.toChannel(people.amir, people.channel, 'LUNCH', '@**all** soup?');
    },
  ],
  [
    'a followed topic',
    BOTH('followedTopic'),
    async (people) => {
      await follow(people, 3);
      await suite.toChannel(people.amir, people.channel, 'Lunch', 'Soup?');
    },
  ],
  [
    'a followed topic, pushed only',
    { email: null, push: 'followedTopic' },
    async (people) => {
      await follow(people, 3);
      await suite.settings(people.zoe, { enable_followed_topic_email_notifications: false });
      await suite.toChannel(people.amir, people.channel, 'Lunch', 'Soup?');
    },
  ],
  [
    'any message, by the setting of the channel',
    { email: 'channel', push: null },
    async (people) => {
      await subscription(people, 'email', true);
      await suite.toChannel(people.amir, people.channel, 'Lunch', 'Soup?');
    },
  ],
  [
    'any message, by their own setting',
    { email: null, push: 'channel' },
    async ({ amir, zoe, channel }) => {
      await suite.settings(zoe, { enable_stream_push_notifications: true });
      await suite.toChannel(amir, channel, 'Lunch', 'Soup?');
    },
  ],
  [
    'any message, by their own setting, but not of this channel',
    undefined,
    async (people) => {
      await suite.settings(people.zoe, { enable_stream_push_notifications: true });
      await subscription(people, 'push', false);
      await suite.toChannel(people.amir, people.channel, 'Lunch', 'Soup?');
    },
  ],
  [
    'any message of a channel that they muted',
    undefined,
    async (people) => {
      await suite.settings(people.zoe, { enable_stream_push_notifications: true });
      await subscription(people, 'is_muted', true);
      await suite.toChannel(people.amir, people.channel, 'Lunch', 'Soup?');
    },
  ],
  [
    'mentions in a private channel that they may read only through a group, because its messages do not arrive there for them',
    undefined,
    async ({ organization, amir, zoe }) => {
      const group = await suite.rows.group(organization, { name: 'cooks', members: [zoe.id] });
      const secret = await suite.rows.channel(organization, { isPrivate: true, canSubscribeGroup: group });
      await suite.rows.subscription(secret, [amir]);
      await suite.rows.firstMessage(secret);
      await suite.follow(zoe, secret, 'Lunch');
      await suite.settings(zoe, { enable_stream_email_notifications: true, enable_stream_push_notifications: true });
      await suite.toChannel(amir, secret, 'Lunch', `@**Zoe|${zoe.id}** @*cooks* @**all** soup?`);
    },
  ],
  [
    'a direct message to someone who was deactivated since',
    undefined,
    async ({ amir, zoe }) => {
      await suite.direct(amir, [zoe], 'Hello');
      await sql().$executeRaw`UPDATE user_account SET is_active = false WHERE organization_id = ${zoe.organizationId} AND id = ${zoe.id}`;
    },
  ],
])('of %s: %j', async (_, told, send) => {
  const people = await suite.people();
  await send(people);
  const found = (await missed(people)).filter(({ userId }) => userId === people.zoe.id).at(-1);
  expect(found && { email: found.email, push: found.push }).toEqual(told);
});

it('tells bots of nothing, and one group of each mention of a single group', async () => {
  const people = await suite.people();
  const bot = await suite.rows.user(people.organization, { isBot: true, botType: 1, botOwnerId: people.amir.id });
  await suite.rows.subscription(people.channel, [bot]);
  const group = await suite.rows.group(people.organization, { name: 'cooks', members: [people.zoe.id, bot.id] });
  await suite.toChannel(people.amir, people.channel, 'Lunch', '@*cooks* soup?');
  expect((await missed(people)).map(({ userId, mentionedGroupId }) => [userId, mentionedGroupId])).toEqual([[people.zoe.id, group]]);
});

it('knows who is away: not active for a while, or without presence', async () => {
  const people = await suite.people();
  const [active, idle] = [await suite.rows.user(people.organization), await suite.rows.user(people.organization)];
  await suite.presence(active, 100);
  await suite.presence(idle, 200, 5);
  await suite.settings(idle, { enable_online_push_notifications: false });
  await suite.direct(people.amir, [people.zoe, active, idle], 'Hello');
  const found = new Map((await missed(people)).map((each) => [each.userId, [each.isAway, each.isPushedOnline]]));
  expect([found.get(people.zoe.id), found.get(active.id), found.get(idle.id)]).toEqual([
    [true, true],
    [false, true],
    [true, false],
  ]);
});

it('reads a bounded number of people for several messages, and all of one', async () => {
  const people = await suite.people();
  const { organization, amir, channel } = people;
  const readers = await Promise.all(Array.from({ length: 101 }, () => suite.rows.user(organization)));
  await suite.rows.subscription(channel, readers);
  await sql().$executeRaw`
    UPDATE subscription SET email_notifications = true WHERE organization_id = ${organization.id} AND channel_id = ${channel.id}`;
  await suite.toChannel(amir, channel, 'Lunch', 'Soup?');
  const [one] = await suite.sent(organization);
  if (one === undefined) throw new Error('the message was not logged');
  const several = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ ...one, message: { ...one.message, id: one.message.id + n } }));
  const told = (count: number) => find.execute(sql(), organization.id, several(count));
  // The channel has another reader, whom the test did not add.
  expect((await told(1)).length).toBeGreaterThanOrEqual(101);
  expect((await told(2)).length).toBeGreaterThanOrEqual(202);
  await expect(told(200)).rejects.toThrow(TooManyRecipients);
});

describe('edits that were made before anyone looked', () => {
  /** Whom each edit tells, in the order of the edits. */
  async function toldByEach(contents: (zoe: string, cleo: string) => string[]): Promise<{ told: number[][]; zoe: number; cleo: number }> {
    const { organization, zoe, amir, channel } = await suite.people();
    const cleo = await suite.rows.user(organization, { fullName: 'Cleo' });
    await suite.rows.subscription(channel, [cleo]);
    const [first = '', ...later] = contents(`@**Zoe|${zoe.id}**`, `@**Cleo|${cleo.id}**`);
    const id = await suite.toChannel(amir, channel, 'Lunch', first);
    for (const content of later) await suite.stores.call(updateMessage, amir.caller, { content }, { message_id: String(id) });
    const told: number[][] = [];
    for (const edit of await suite.edited(organization)) {
      const found = await find.execute(sql(), organization.id, [], [edit]);
      told.push(found.map(({ userId }) => userId));
      // Of a message with very many readers, there are further events for some of them.
      const further = { ...edit, watchers: { channelId: null, userIds: [zoe.id, cleo.id] } };
      expect(await find.execute(sql(), organization.id, [], [further])).toEqual([]);
    }
    return { told, zoe: zoe.id, cleo: cleo.id };
  }

  it('tell each person once, by the edit that mentions them first', async () => {
    const { told, zoe, cleo } = await toldByEach((z, c) => ['soup?', `${z} soup?`, `${z} ${c} soup?`]);
    expect(told).toEqual([[zoe], [cleo]]);
  });

  it('tell no one twice of a mention that was removed and added again', async () => {
    const { told, zoe } = await toldByEach((z) => ['soup?', `${z} soup?`, 'no soup', `${z} soup!`]);
    expect(told).toEqual([[zoe], [], []]);
  });
});
