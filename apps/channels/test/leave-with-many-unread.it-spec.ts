import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { FLAG_BITS, MESSAGE_ATTRS } from '@parley/contracts';
import { type ChannelRow, type OrganizationRow, statementsDuring, type UserRow } from '@parley/testing';
import { becameRead } from './became-read.js';
import { ChannelsSuite } from './channels-suite.js';

jest.setTimeout(120_000);

let channels: ChannelsSuite;
beforeAll(async () => {
  channels = await ChannelsSuite.open();
});
afterAll(() => channels.close());

/** As many as a registration reports. */
const MAX_TOLD = 50_000;
/** More than are checked one by one for this many users. */
const [USERS, UNREAD_OF_EACH] = [20, 6_000];

const idsFrom = (first: number, count: number) => Array.from({ length: count }, (_, n) => first + n);

/** Messages of the channel with ascending ids. Returns the id of the first. */
async function storeMessages({ id: channelId, organizationId }: ChannelRow, senderId: number, count: number): Promise<number> {
  const { client } = channels.suite.database;
  const [row] = await client.$queryRaw<{ first: bigint }[]>`
    WITH stored AS (
      INSERT INTO message (id, organization_id, channel_id, topic, sender_id, sent_at, attrs, content, rendered, client_name)
      SELECT nextval('message_id_seq'), ${organizationId}, ${channelId}, 't', ${senderId}, now(), ${MESSAGE_ATTRS.readBySender}, 'x', '<p>x</p>', 'tests'
      FROM generate_series(1, ${count}::int)
      RETURNING id
    ), counted AS (
      UPDATE organization_counter SET last_message_id = (SELECT max(id) FROM stored) WHERE organization_id = ${organizationId}
    )
    SELECT min(id) AS first FROM stored`;
  await client.$executeRaw`ANALYZE message`;
  return Number(row?.first);
}

async function setting(name: string): Promise<{ organization: OrganizationRow; channel: ChannelRow; author: UserRow; member: UserRow }> {
  const { rows } = channels;
  const organization = await rows.organization();
  const [author, member] = [await rows.user(organization), await rows.user(organization)];
  const channel = await rows.channel(organization, { name });
  await rows.subscription(channel, [author, member]);
  return { organization, channel, author, member };
}

function setFlags({ id: userId, organizationId }: UserRow, messageIds: readonly number[], flags: number) {
  const data = messageIds.map((id) => ({ userId, organizationId, messageId: BigInt(id), flags }));
  return channels.suite.database.client.messageFlag.createMany({ data });
}

function setWatermark(userId: number, { id: channelId, organizationId }: ChannelRow, readId: number) {
  return channels.suite.database.client.channelRead.create({ data: { userId, channelId, organizationId, readId: BigInt(readId) } });
}

it('a user with almost 50,000 unread messages receives exactly these, with as many statements as for one', async () => {
  const { organization, channel, author, member } = await setting('large');
  const { client } = channels.suite.database;
  const muted = await channels.rows.user(organization);
  const watermark = (await storeMessages(channel, author.id, 10)) + 9;
  const first = await storeMessages(channel, author.id, MAX_TOLD - 2);
  await storeMessages(channel, member.id, 1);
  await storeMessages(channel, muted.id, 1);
  await client.mutedUser.create({ data: { userId: member.id, senderId: muted.id, organizationId: organization.id } });
  await setWatermark(member.id, channel, watermark);
  const [read, markedUnread] = [[first + 5, first + 40_000], [watermark - 3]];
  await setFlags(member, read, FLAG_BITS.read);
  await setFlags(member, markedUnread, 0);
  const statements = await statementsDuring(() => channels.unsubscribe(member.caller, ['large']));

  const { messagesOf } = await becameRead(channels.suite.database, organization.id);
  const above = idsFrom(first, MAX_TOLD - 2).filter((id) => !read.includes(id));
  expect(messagesOf).toEqual(new Map([[member.id, [...markedUnread, ...above]]]));

  const small = await setting('small');
  await storeMessages(small.channel, small.author.id, 1);
  expect(await statementsDuring(() => channels.unsubscribe(small.member.caller, ['small']))).toHaveLength(statements.length);
});

it('a user with more unread messages than a registration reports receives the newest of them', async () => {
  const { organization, channel, author, member } = await setting('huge');
  const first = await storeMessages(channel, author.id, MAX_TOLD + 100);
  await channels.unsubscribe(member.caller, ['huge']);
  const { messagesOf } = await becameRead(channels.suite.database, organization.id);
  expect(messagesOf).toEqual(new Map([[member.id, idsFrom(first + 100, MAX_TOLD)]]));
});

it('a user who leaves several channels receives exactly what they had unread in each', async () => {
  const { organization, channel, author, member } = await setting('first');
  const others = [];
  for (const name of ['second', 'third']) others.push(await channels.rows.channel(organization, { name }));
  for (const other of others) await channels.rows.subscription(other, [member]);
  const large = await storeMessages(channel, author.id, 40_000);
  const expected = idsFrom(large, 40_000);
  for (const other of others) expected.push(await storeMessages(other, author.id, 1));
  await setFlags(member, [large + 1], FLAG_BITS.read);
  await channels.unsubscribe(member.caller, ['first', 'second', 'third']);
  const { messagesOf } = await becameRead(channels.suite.database, organization.id);
  expect(messagesOf).toEqual(new Map([[member.id, expected.filter((id) => id !== large + 1)]]));
});

it('several users with many unread messages receive all above their watermarks, in as few events as one of them', async () => {
  const { organization, channel, author } = await setting('crowded');
  const administrator = await channels.rows.user(organization, { role: 200 });
  const userIds = await channels.rows.manyUsers(organization, USERS);
  await channels.rows.subscription(
    channel,
    userIds.map((id) => ({ id })),
  );
  const first = await storeMessages(channel, author.id, UNREAD_OF_EACH + USERS);
  for (const [index, userId] of userIds.entries()) await setWatermark(userId, channel, first + index);
  await channels.unsubscribe(administrator.caller, ['crowded'], userIds);
  const { events, messagesOf } = await becameRead(channels.suite.database, organization.id);
  const newest = first + UNREAD_OF_EACH + USERS - 1;
  expect(messagesOf).toEqual(new Map(userIds.map((userId, index) => [userId, idsFrom(first + index + 1, newest - first - index)])));
  expect(events).toBeLessThanOrEqual(2 * Math.ceil((UNREAD_OF_EACH + USERS) / 500));
});
