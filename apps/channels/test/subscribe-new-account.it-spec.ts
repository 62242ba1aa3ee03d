import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type InputOf, ROLES, SYSTEM_VISITOR } from '@parley/contracts';
import { subscribeNewAccount } from '@parley/contracts/channels';
import { expectSoon, heardNotices, leftUnread, newestSeq, type UserRow } from '@parley/testing';
import { ChannelsSuite } from './channels-suite.js';
import { everyKind, explainChange } from './explain-change.js';

let channels: ChannelsSuite;
beforeAll(async () => {
  channels = await ChannelsSuite.open();
});
afterAll(() => channels.close());

const give = (user: UserRow, wanted: Partial<InputOf<typeof subscribeNewAccount>> = {}) =>
  channels.suite.rpc.call(
    subscribeNewAccount,
    { organizationId: user.organizationId, userId: user.id, channelIds: [], includesDefaults: true, ...wanted },
    SYSTEM_VISITOR,
  );

/** With two default channels, one of them archived, and a private channel. */
async function world() {
  const all = await everyKind(channels);
  const welcome = await channels.channel([all.owner], { is_default_stream: true }, 'welcome');
  const over = await channels.channel([all.owner], { is_default_stream: true }, 'over');
  await channels.archive(all.owner.caller, over);
  const secret = await channels.channel([all.owner], { invite_only: true }, 'secret');
  return { ...all, welcome, over, secret };
}

describe('the first channels of an account', () => {
  it('are the default channels and the chosen ones, with the usual events', async () => {
    const { welcome: _, over, secret, ...all } = await world();
    const received = await explainChange(channels, all, () => give(all.other, { channelIds: [secret, over, 999_999] }));
    expect(received(all.other)).toEqual(['stream create', 'subscription add']);
    expect(received(all.owner)).toContain('subscription peer_add');
    expect(await channels.subscriptionNames(all.other.caller)).toEqual(['secret', 'welcome']);
  });

  it('are not added twice, and not after the user left them', async () => {
    const { other, organization } = await world();
    await give(other);
    await channels.unsubscribe(other.caller, ['welcome']);
    const seq = await newestSeq(channels.suite.database, organization.id);
    await give(other);
    expect(await channels.subscriptionNames(other.caller)).toEqual([]);
    expect(await newestSeq(channels.suite.database, organization.id)).toBe(seq);
  });

  it('are only the chosen ones for guests, and none for deactivated accounts and other organizations', async () => {
    const { guest, organization, welcome } = await world();
    await give(guest);
    expect(await channels.subscriptionNames(guest.caller)).toEqual([]);
    await give(guest, { channelIds: [welcome] });
    expect(await channels.subscriptionNames(guest.caller)).toEqual(['welcome']);
    const gone = await channels.rows.user(organization, { isActive: false });
    const stranger = await channels.rows.user(await channels.rows.organization(), { role: ROLES.member });
    await give(gone);
    await give(stranger, { organizationId: organization.id, channelIds: [welcome] });
    const given = await channels.suite.database.client.subscription.count({ where: { userId: { in: [gone.id, stranger.id] } } });
    expect(given).toBe(0);
  });
});

describe('a user who joined', () => {
  const NOTICE = { to: { userId: 1 }, content: 'Welcome!', channels: [], readBy: null };
  const DAY_MS = 86_400_000;
  const client = () => channels.suite.database.client;

  async function say(sender: UserRow, channelId: number, sentAt = new Date()): Promise<bigint> {
    const { organizationId } = sender;
    const [row] = await client().$queryRaw<{ id: bigint }[]>`
      UPDATE organization_counter SET last_message_id = nextval('message_id_seq') WHERE organization_id = ${organizationId}
      RETURNING last_message_id AS id`;
    const id = row?.id ?? 0n;
    const text = { topic: 'plans', content: 'hello', rendered: '<p>hello</p>', clientName: 'tests' };
    await client().message.create({ data: { id, organizationId, channelId, senderId: sender.id, sentAt, ...text } });
    return id;
  }

  /** Sends an old message, then recent ones in a private and in both public channels. */
  async function said() {
    const all = await world();
    const elsewhere = await channels.channel([all.owner], {}, 'elsewhere');
    await say(all.owner, all.welcome, new Date(Date.now() - 8 * DAY_MS));
    await say(all.owner, all.secret);
    const oldest = await say(all.owner, all.welcome);
    await say(all.owner, elsewhere);
    return { ...all, elsewhere, oldest, newest: await say(all.owner, all.secret) };
  }
  const spanStarts = async (user: UserRow) => {
    const spans = await client().subscriptionSpan.findMany({ where: { userId: user.id } });
    return new Map(spans.map(({ channelId, afterId }) => [channelId, afterId]));
  };
  const settled = (organizationId: number) =>
    expectSoon(() => client().outboxCall.count({ where: { organizationId, service: 'messaging' } }), 0);

  it('can read recent messages of the public channels only, and they are read', async () => {
    const { other: zoe, welcome, secret, elsewhere, oldest, newest, organization, over: _, ...all } = await said();
    await explainChange(channels, { ...all, other: zoe, organization }, () =>
      give(zoe, { channelIds: [secret, elsewhere], joined: { notices: [] } }),
    );
    expect(await spanStarts(zoe)).toEqual(
      new Map([
        [welcome, oldest - 1n],
        [elsewhere, oldest - 1n],
        [secret, newest],
      ]),
    );
    const read = await client().channelRead.findMany({ where: { userId: zoe.id }, orderBy: { channelId: 'asc' } });
    expect(read.map(({ channelId, readId }) => [channelId, readId])).toEqual(
      [welcome, elsewhere].sort((a, b) => a - b).map((id) => [id, newest]),
    );
  });

  it('can read at most a thousand messages', async () => {
    const { other: zoe, owner, welcome, elsewhere } = await said();
    for (let count = 0; count < 5; count += 1) await say(owner, elsewhere);
    const { organizationId } = owner;
    await client().$executeRaw`
      WITH counted AS (UPDATE organization_counter SET last_message_id = nextval('message_id_seq') + 1000 WHERE organization_id = ${organizationId}
        RETURNING last_message_id)
      INSERT INTO message (id, organization_id, channel_id, sender_id, sent_at, topic, content, rendered, client_name)
      SELECT last_message_id - n, ${organizationId}, ${welcome}, ${owner.id}, now(), 'plans', 'x', 'x', 'tests' FROM counted, generate_series(0, 998) AS n`;
    await client().$executeRaw`SELECT setval('message_id_seq', currval('message_id_seq') + 1000)`;
    const newest = (await client().organizationCounter.findUniqueOrThrow({ where: { organizationId } })).lastMessageId;
    await give(zoe, { channelIds: [elsewhere], joined: { notices: [] } });
    const last = await client().message.findFirstOrThrow({ where: { channelId: elsewhere }, orderBy: { id: 'desc' } });
    expect(await spanStarts(zoe)).toEqual(new Map([welcome, elsewhere].map((id) => [id, last.id - 1n])));
    expect(newest - last.id).toBeGreaterThan(998n);
  });

  it('receives the notices after that, and a repeated call changes nothing', async () => {
    const { other: zoe, organization, welcome, newest } = await said();
    heardNotices.delete(organization.id);
    const joined = { notices: [{ key: 'the key', notice: NOTICE }] };
    await give(zoe, { joined });
    await settled(organization.id);
    expect(leftUnread.get(organization.id)).toEqual([
      { organizationId: organization.id, userId: zoe.id, channelIds: [welcome], newest: Number(newest) },
    ]);
    expect(heardNotices.get(organization.id)).toEqual([NOTICE]);
    const seq = await newestSeq(channels.suite.database, organization.id);
    const spans = await spanStarts(zoe);
    await give(zoe, { joined });
    await settled(organization.id);
    expect(await newestSeq(channels.suite.database, organization.id)).toBe(seq);
    expect(await spanStarts(zoe)).toEqual(spans);
    expect(leftUnread.get(organization.id)).toHaveLength(1);
  });
});
