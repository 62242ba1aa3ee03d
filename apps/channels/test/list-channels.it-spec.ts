import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Caller, decodeParams, type InputOf, ROLES } from '@parley/contracts';
import { getChannel, getChannelId, listChannelMembers, listChannels, listSubscriptions } from '@parley/contracts/channels';
import { ChannelsSuite } from './channels-suite.js';

let channels: ChannelsSuite;
beforeAll(async () => {
  channels = await ChannelsSuite.open();
});
afterAll(() => channels.close());

/** One channel of each kind, and users with different access to them. */
async function world() {
  const { rows } = channels;
  const organization = await rows.organization();
  const administrator = await rows.user(organization, { role: ROLES.administrator });
  const member = await rows.user(organization);
  const insider = await rows.user(organization);
  const guest = await rows.user(organization, { role: ROLES.guest });
  const bot = await rows.user(organization, { isBot: true, botOwnerId: insider.id });
  const open = await rows.channel(organization, { name: 'b open' });
  const web = await rows.channel(organization, { name: 'c web', isWebPublic: true });
  const secret = await rows.channel(organization, { name: 'a secret', isPrivate: true });
  const joinable = await rows.channel(organization, {
    name: 'd joinable',
    isPrivate: true,
    canSubscribeGroup: organization.groups['role:members'],
  });
  const over = await rows.channel(organization, { name: 'e over', isArchived: true });
  await rows.subscription(secret, [insider, guest]);
  await rows.subscription(open, [insider]);
  return { organization, administrator, member, insider, guest, bot, open, web, secret, joinable, over };
}

async function namesSeenBy(caller: Caller, fields: Partial<Record<keyof InputOf<typeof listChannels>, boolean>> = {}) {
  const { params } = decodeParams(listChannels.params, { fields, path: {} });
  const { streams } = await channels.suite.rpc.call(listChannels, params, caller);
  return streams.map((stream) => stream.name);
}

describe('listing channels', () => {
  it('returns public and subscribed channels by name', async () => {
    const { administrator, member, insider, guest } = await world();
    expect(await namesSeenBy(member.caller)).toEqual(['b open', 'c web']);
    expect(await namesSeenBy(insider.caller)).toEqual(['a secret', 'b open', 'c web']);
    expect(await namesSeenBy(administrator.caller)).toEqual(['b open', 'c web']);
    expect(await namesSeenBy(guest.caller)).toEqual(['a secret', 'c web']);
  });

  it('each include_ parameter adds channels, as far as the caller may see them', async () => {
    const { administrator, member, guest, bot } = await world();
    expect(await namesSeenBy(administrator.caller, { include_all: true })).toEqual(['a secret', 'b open', 'c web', 'd joinable']);
    expect(await namesSeenBy(member.caller, { include_all: true })).toEqual(['b open', 'c web', 'd joinable']);
    expect(await namesSeenBy(guest.caller, { include_all: true })).toEqual(['a secret', 'c web']);
    expect(await namesSeenBy(member.caller, { include_can_access_content: true, include_public: false })).toEqual([
      'b open',
      'c web',
      'd joinable',
    ]);
    expect(await namesSeenBy(member.caller, { include_public: false, include_web_public: true })).toEqual(['c web']);
    expect(await namesSeenBy(member.caller, { exclude_archived: false })).toEqual(['b open', 'c web', 'e over']);
    expect(await namesSeenBy(bot.caller, { include_public: false, include_owner_subscribed: true })).toEqual(['b open']);
    expect(await namesSeenBy(member.caller, { include_public: false, include_subscribed: false })).toEqual([]);
  });

  it('returns which channels are default channels only on request', async () => {
    const { organization, member, open } = await world();
    await channels.suite.database.client.defaultChannel.create({ data: { organizationId: organization.id, channelId: open.id } });
    const ask = async (include_default: boolean) => {
      const { params } = decodeParams(listChannels.params, { fields: { include_default }, path: {} });
      const { streams } = await channels.suite.rpc.call(listChannels, params, member.caller);
      return streams.map((stream) => stream.is_default);
    };
    expect(await ask(true)).toEqual([true, false]);
    expect(await ask(false)).toEqual([undefined, undefined]);
  });

  it('one channel, its id by name and its subscribers are returned to users who may see it', async () => {
    const { administrator, insider, guest, secret } = await world();
    const { rpc } = channels.suite;
    for (const { caller } of [administrator, insider, guest]) {
      const { stream } = await rpc.call(getChannel, { stream_id: secret.id }, caller);
      expect(stream).toMatchObject({ stream_id: secret.id, name: 'a secret', invite_only: true, subscriber_count: 2 });
      expect(await rpc.call(getChannelId, { stream: ' A Secret ' }, caller)).toEqual({ stream_id: secret.id });
      expect(await rpc.call(listChannelMembers, { stream_id: secret.id }, caller)).toEqual({ subscribers: [insider.id, guest.id] });
    }
  });

  it('deactivated users are not listed as subscribers', async () => {
    const { insider, guest, secret } = await world();
    await channels.suite.database.client.userAccount.update({ where: { id: guest.id }, data: { isActive: false } });
    expect(await channels.suite.rpc.call(listChannelMembers, { stream_id: secret.id }, insider.caller)).toEqual({
      subscribers: [insider.id],
    });
  });

  it('the own subscriptions are ordered by name, with personal properties, and without archived channels', async () => {
    const { insider, over } = await world();
    await channels.rows.subscription(over, [insider]);
    await channels.suite.database.client.subscription.updateMany({ where: { userId: insider.id }, data: { isMuted: true } });
    const { subscriptions } = await channels.suite.rpc.call(listSubscriptions, { include_subscribers: 'false' }, insider.caller);
    expect(subscriptions).toMatchObject([
      { name: 'a secret', is_muted: true, in_home_view: false, desktop_notifications: null },
      { name: 'b open', is_muted: true, in_home_view: false, subscribers: [insider.id] },
    ]);
  });
});

describe('listing channels: hidden, missing and other organization', () => {
  it('a hidden channel is treated like an unknown one', async () => {
    const { member, secret } = await world();
    const theirs = await world();
    const { rpc } = channels.suite;
    for (const stream_id of [secret.id, theirs.open.id, 999_999_999]) {
      const invalid = { code: 'BAD_REQUEST', status: 400, msg: 'Invalid channel ID' };
      await expect(rpc.call(getChannel, { stream_id }, member.caller)).rejects.toMatchObject(invalid);
      await expect(rpc.call(listChannelMembers, { stream_id }, member.caller)).rejects.toMatchObject(invalid);
    }
    for (const stream of ['a secret', 'nothing']) {
      const invalid = { code: 'BAD_REQUEST', status: 400, msg: `Invalid channel name '${stream}'` };
      await expect(rpc.call(getChannelId, { stream }, member.caller)).rejects.toMatchObject(invalid);
    }
  });

  it('nothing of another organization is listed, even with the same name', async () => {
    const ours = await world();
    await world();
    const { params } = decodeParams(listChannels.params, { fields: { include_all: true, exclude_archived: false }, path: {} });
    const { streams } = await channels.suite.rpc.call(listChannels, params, ours.administrator.caller);
    expect(streams.map((stream) => stream.stream_id).sort((a, b) => a - b)).toEqual(
      [ours.open, ours.web, ours.secret, ours.joinable, ours.over].map((channel) => channel.id),
    );
  });
});
