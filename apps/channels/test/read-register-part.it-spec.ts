import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROLES, topicKey } from '@parley/contracts';
import { registerParts } from '@parley/contracts/event-queue';
import { selectRows, selectSubscribersVersion } from '@parley/persistence';
import { expectEventsExplainState, REGISTER_EVERYTHING, statementsDuring } from '@parley/testing';
import { z } from 'zod';
import { ChannelsSuite } from './channels-suite.js';

let channels: ChannelsSuite;
beforeAll(async () => {
  channels = await ChannelsSuite.open();
});
afterAll(() => channels.close());

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600 * 1000);
const VISITOR = { host: 'demo.localhost', clientName: 'tests' };
const namesIn = (list: unknown) => (Array.isArray(list) ? list.map((entry) => Reflect.get(entry, 'name')) : list);

describe('the channels part of a registration', () => {
  it('has the visible channels as subscribed, left, and never subscribed', async () => {
    const { rows } = channels;
    const organization = await rows.organization();
    const administrator = await rows.user(organization, { role: ROLES.administrator });
    const member = await rows.user(organization);
    const guest = await rows.user(organization, { role: ROLES.guest });
    await channels.subscribe(administrator.caller, ['stays', 'left'], { principals: [member.id, guest.id] });
    await channels.subscribe(administrator.caller, ['secret'], { invite_only: true, principals: [member.id, guest.id] });
    await channels.subscribe(administrator.caller, ['never']);
    await channels.unsubscribe(member.caller, ['left', 'secret']);
    await channels.unsubscribe(guest.caller, ['left', 'secret']);

    const seen = async (caller: typeof member.caller) => {
      const fields = await channels.registerFields(caller);
      return ['subscriptions', 'unsubscribed', 'never_subscribed', 'streams'].map((name) => namesIn(fields[name]));
    };
    expect(await seen(member.caller)).toEqual([['stays'], ['left'], ['never'], ['stays', 'left', 'never']]);
    expect(await seen(guest.caller)).toEqual([['stays'], [], [], ['stays']]);
    expect(await seen(administrator.caller)).toEqual([['never'], [], ['stays', 'left', 'secret'], ['stays', 'left', 'secret', 'never']]);
  });

  it('lists the subscribers of channels below 250, and of all on request', async () => {
    const { rows } = channels;
    const organization = await rows.organization();
    const member = await rows.user(organization);
    const many = await rows.manyUsers(organization, 250);
    await channels.subscribe(member.caller, ['small'], { principals: many.slice(0, 249) });
    await channels.subscribe(member.caller, ['large'], { principals: many });
    const sizes = async (includeSubscribers: 'true' | 'false' | 'partial') => {
      const { never_subscribed } = await channels.registerFields(member.caller, { includeSubscribers });
      return Array.isArray(never_subscribed) ? never_subscribed.map((channel) => channel.subscribers?.length) : [];
    };
    expect(await sizes('false')).toEqual([249, undefined]);
    expect(await sizes('true')).toEqual([249, 250]);
    expect(await sizes('partial')).toEqual([249, undefined]);
  });

  it('for large channels has partial lists on request: all bots and recently active users; and events keep them correct', async () => {
    const { rows } = channels;
    const organization = await rows.organization();
    const { client } = channels.suite.database;
    const member = await rows.user(organization);
    const bot = await rows.user(organization, { isBot: true, botOwnerId: member.id });
    const many = await rows.manyUsers(organization, 300);
    const [atTheEdge = 0, tooLong = 0, ...gone] = many;
    await client.userAccount.updateMany({ where: { id: { in: [...gone, bot.id] } }, data: { lastActiveOn: daysAgo(90) } });
    await client.userAccount.update({ where: { id: atTheEdge }, data: { lastActiveOn: daysAgo(14) } });
    await client.userAccount.update({ where: { id: tooLong }, data: { lastActiveOn: daysAgo(15) } });
    await channels.subscribe(member.caller, ['large'], { principals: [...many, bot.id] });
    await channels.subscribe(member.caller, ['small'], { principals: many.slice(0, 10) });
    const lists = async () => {
      const { never_subscribed } = await channels.registerFields(member.caller, { includeSubscribers: 'partial' });
      return never_subscribed;
    };
    expect(await lists()).toMatchObject([
      { name: 'large', subscriber_count: 301, partial_subscribers: [bot.id, atTheEdge].sort((a, b) => a - b) },
      { name: 'small', subscribers: many.slice(0, 10) },
    ]);
    const before = await channels.registerFields(member.caller, { includeSubscribers: 'partial' });
    const mark = await channels.mark(organization.id);
    const newcomer = await rows.user(organization);
    await channels.subscribe(member.caller, ['large'], { principals: [newcomer.id] });
    await channels.unsubscribe((await rows.user(organization, { role: ROLES.owner })).caller, ['large'], [atTheEdge]);
    expectEventsExplainState({
      before,
      events: await channels.eventsSince(mark, member),
      after: await channels.registerFields(member.caller, { includeSubscribers: 'partial' }),
      userId: member.id,
    });
  });

  it('lists of subscribers are read again only after someone subscribed or unsubscribed, or an account changed', async () => {
    const { rows } = channels;
    const { client } = channels.suite.database;
    const organization = await rows.organization();
    const member = await rows.user(organization);
    const many = await rows.manyUsers(organization, 200);
    const [first = 0, second = 0, ...others] = many;
    const all = [member.id, ...many].sort((a, b) => a - b);
    const without = (...ids: number[]) => all.filter((id) => !ids.includes(id));
    await channels.subscribe(member.caller, ['team'], { principals: all });
    const listed = async () => {
      const fields = await channels.registerFields(member.caller);
      const [channel] = z.array(z.object({ subscribers: z.array(z.int()) })).parse(fields.subscriptions);
      return channel?.subscribers;
    };
    const listsRead = async () => {
      const sent = await statementsDuring(listed);
      // One more statement reads them for the comparison with the kept lists, only in tests.
      return sent.filter((text) => text.includes('array_agg(s.user_id')).length - 1;
    };

    expect(await listed()).toEqual(all);
    expect(await listsRead()).toBe(0);
    await channels.unsubscribe((await rows.user(organization, { role: ROLES.owner })).caller, ['team'], [first, second]);
    expect(await listed()).toEqual(without(first, second));
    await channels.subscribe(member.caller, ['team'], { principals: [second] });
    expect(await listed()).toEqual(without(first));
    await client.userAccount.update({ where: { id: second }, data: { isActive: false } });
    await rows.changedWithoutEvent(organization);
    expect(await listed()).toEqual(without(first, second));
    // Of an earlier version, which knows nothing of the version of the lists.
    await client.subscription.deleteMany({ where: { organizationId: organization.id, userId: others[0] ?? 0 } });
    expect(await listed()).toEqual(without(first, second, others[0] ?? 0));
  });

  it('the version of the lists of subscribers grows with each change of them, and with nothing else', async () => {
    const { rows } = channels;
    const { client, direct } = channels.suite.database;
    const [organization, other] = [await rows.organization(), await rows.organization()];
    const [member, second] = [await rows.user(organization), await rows.user(organization)];
    const channel = await rows.channel(organization);
    const versions = async () =>
      Promise.all([organization, other].map(async ({ id }) => (await selectRows(direct, selectSubscribersVersion(id)))[0]?.version));
    await rows.subscription(channel, [member, second]);
    expect(await versions()).toEqual([1, 0]);
    const ofMember = { organizationId: organization.id, userId: member.id };
    await client.subscription.updateMany({ where: ofMember, data: { color: '#000000', isMuted: true } });
    await client.subscription.updateMany({ where: { organizationId: organization.id }, data: { active: true } });
    expect(await versions()).toEqual([1, 0]);
    await client.subscription.updateMany({ where: { organizationId: organization.id }, data: { active: false } });
    expect(await versions()).toEqual([2, 0]);
    await client.subscription.updateMany({ where: ofMember, data: { active: true } });
    await client.subscription.deleteMany({ where: ofMember });
    expect(await versions()).toEqual([4, 0]);
    await client.subscription.deleteMany({ where: ofMember });
    expect(await versions()).toEqual([4, 0]);
  });

  it('a list of 10,000 has a few dozen KB, and a partial list is small', async () => {
    const { rows } = channels;
    const organization = await rows.organization();
    const member = await rows.user(organization);
    const channel = await rows.channel(organization, { name: 'huge' });
    await channels.suite.database.client.$executeRaw`
      WITH made AS (
        INSERT INTO user_account (organization_id, delivery_email, api_email, full_name, role, last_active_on)
        SELECT ${organization.id}, address, address, 'Member', 400, current_date - (n % 100)
        FROM generate_series(1, 10000) AS n, format('h%s-%s@example.com', ${channel.id}::int, n) AS address RETURNING id
      ) INSERT INTO subscription (user_id, channel_id, organization_id, active, color)
        SELECT id, ${channel.id}, ${organization.id}, true, '#76ce90' FROM made`;
    await channels.suite.database.client.channel.update({ where: { id: channel.id }, data: { subscriberCount: 10_000 } });
    const bytes = async (includeSubscribers: 'true' | 'false' | 'partial') =>
      Buffer.byteLength(
        JSON.stringify(await channels.registerFields(member.caller, { includeSubscribers, fetchEventTypes: ['subscription'] })),
      );
    const [none, partial, whole] = [await bytes('false'), await bytes('partial'), await bytes('true')];
    expect(whole - none).toBeLessThan(80_000);
    expect(partial - none).toBeLessThan((whole - none) / 5);
  });

  it('has archived channels only for clients that know them', async () => {
    const { rows } = channels;
    const organization = await rows.organization();
    const member = await rows.user(organization);
    const over = await rows.channel(organization, { name: 'over', isArchived: true });
    await rows.subscription(over, [member]);
    const { archived_channels: _, ...capabilities } = REGISTER_EVERYTHING.capabilities;
    expect(await channels.registerFields(member.caller)).toMatchObject({ subscriptions: [{ name: 'over', is_archived: true }] });
    expect(await channels.registerFields(member.caller, { capabilities })).toMatchObject({ subscriptions: [], streams: [] });
  });

  it('has muted, unmuted and followed topics; and muted ones in the older form, unless only the newer one was requested', async () => {
    const { rows } = channels;
    const organization = await rows.organization();
    const member = await rows.user(organization);
    const channel = await rows.channel(organization, { name: 'general' });
    await rows.subscription(channel, [member]);
    const updatedAt = new Date('2026-01-02T03:04:05.678Z');
    const last_updated = 1767323045;
    await channels.suite.database.client.userTopic.createMany({
      data: ['', 'Loud'].map((topicName, n) => ({
        userId: member.id,
        channelId: channel.id,
        organizationId: organization.id,
        topicName,
        topicKey: topicKey(topicName),
        visibilityPolicy: n === 0 ? 1 : 3,
        updatedAt,
      })),
    });
    expect(await channels.registerFields(member.caller)).toMatchObject({
      user_topics: [
        { stream_id: channel.id, topic_name: '', last_updated, visibility_policy: 1 },
        { stream_id: channel.id, topic_name: 'Loud', last_updated, visibility_policy: 3 },
      ],
      muted_topics: [['general', '', last_updated]],
    });
    const older = await channels.registerFields(member.caller, { capabilities: {}, fetchEventTypes: ['muted_topics'] });
    expect(older).toEqual({ muted_topics: [['general', 'general chat', last_updated]] });
    const both = await channels.registerFields(member.caller, { fetchEventTypes: ['muted_topics', 'user_topic'] });
    expect(Object.keys(both)).toEqual(['user_topics']);
  });

  it('has only the requested fields, and no default channels for guests', async () => {
    const { rows } = channels;
    const organization = await rows.organization();
    const owner = await rows.user(organization, { role: ROLES.owner });
    const guest = await rows.user(organization, { role: ROLES.guest });
    await channels.subscribe(owner.caller, ['welcome'], { is_default_stream: true });
    const fetchEventTypes = ['default_streams', 'default_stream_groups', 'message'];
    expect(await channels.registerFields(owner.caller, { fetchEventTypes })).toEqual({
      realm_default_streams: [expect.any(Number)],
      realm_default_stream_groups: [],
    });
    expect(await channels.registerFields(guest.caller, { fetchEventTypes })).toMatchObject({ realm_default_streams: [] });
    expect(await channels.registerFields(guest.caller, { fetchEventTypes: [] })).toEqual({});
  });

  it('has the state of its snapshot, despite later commits', async () => {
    const { rows } = channels;
    const member = await rows.user(await rows.organization());
    await channels.subscribe(member.caller, ['before']);
    const fields = await channels.suite.database.exportSnapshot(async ({ snapshotId }) => {
      await channels.subscribe(member.caller, ['after']);
      const part = await channels.suite.rpc.call(registerParts.channels, { snapshotId, options: REGISTER_EVERYTHING }, member.caller);
      return part.fields;
    }, 10_000);
    expect(namesIn(fields.subscriptions)).toEqual(['before']);
  });

  it('has web-public channels and their folders for visitors who are not logged in, without subscribers', async () => {
    const { rows } = channels;
    const organization = await rows.organization();
    const member = await rows.user(organization);
    const folder = (name: string, order: number) =>
      channels.suite.database.client.channelFolder.create({
        data: { organizationId: organization.id, name, nameKey: name, description: '', renderedDescription: '', place: order },
      });
    const [shown, hidden] = [await folder('shown', 0), await folder('hidden', 1)];
    const lobby = await rows.channel(organization, { name: 'Lobby', isWebPublic: true, folderId: shown.id });
    await rows.channel(organization, { name: 'Attic', isWebPublic: true, isArchived: true, folderId: hidden.id });
    const inner = await rows.channel(organization, { name: 'Members', folderId: hidden.id });
    for (const channel of [lobby, inner]) await rows.subscription(channel, [member]);

    const fields = await channels.suite.database.exportSnapshot(async ({ snapshotId }) => {
      const call = { snapshotId, options: { ...REGISTER_EVERYTHING, capabilities: {} }, spectatedOrganizationId: organization.id };
      return (await channels.suite.rpc.call(registerParts.channels, call, VISITOR)).fields;
    }, 10_000);
    expect(fields).toMatchObject({ subscriptions: [], unsubscribed: [], user_topics: [], muted_topics: [], realm_default_streams: [] });
    expect([namesIn(fields.never_subscribed), namesIn(fields.streams)]).toEqual([['Lobby'], ['Lobby']]);
    expect(namesIn(fields.channel_folders)).toEqual(['shown']);
    const [channel] = Array.isArray(fields.never_subscribed) ? fields.never_subscribed : [];
    for (const personal of ['color', 'is_muted', 'pin_to_top', 'subscribers']) expect(channel).not.toHaveProperty(personal);
  });

  it('is empty for visitors who are not logged in and look at no organization', async () => {
    const call = channels.suite.rpc.call(registerParts.channels, { snapshotId: '00000003-1', options: REGISTER_EVERYTHING }, VISITOR);
    expect((await call).fields).toEqual({});
  });

  it('takes three statements, two with kept lists, and fewer if fewer fields are requested', async () => {
    const { rows } = channels;
    const organization = await rows.organization();
    const administrator = await rows.user(organization, { role: ROLES.administrator });
    const guest = await rows.user(organization, { role: ROLES.guest });
    const statements = async (...register: Parameters<typeof channels.registerFields>) => {
      const sent = await statementsDuring(() => channels.registerFields(...register));
      return sent.filter((text) => !text.includes('pg_export_snapshot')).length;
    };
    await channels.subscribe(administrator.caller, ['open', 'other'], { principals: [guest.id] });
    await channels.subscribe(administrator.caller, ['secret'], { invite_only: true });
    expect(await statements(administrator.caller)).toBe(3);
    // Two with kept lists, and three for the comparison that tests make.
    expect(await statements(guest.caller)).toBe(2 + 3);
    expect(await statements(administrator.caller, { capabilities: {} })).toBe(2 + 3);
    expect(await statements(administrator.caller, { fetchEventTypes: ['user_topic', 'channel_folders'] })).toBe(1);
    expect(await statements(administrator.caller, { fetchEventTypes: ['message'] })).toBe(0);
  });

  it('takes the same number of statements for 2 and for 200 channels', async () => {
    const { rows } = channels;
    const organization = await rows.organization();
    const member = await rows.user(organization);
    await channels.subscribe(member.caller, ['one', 'two']);
    const few = await statementsDuring(() => channels.registerFields(member.caller));
    await channels.subscribe(
      member.caller,
      Array.from({ length: 200 }, (_, n) => `channel ${n}`),
    );
    const many = await statementsDuring(() => channels.registerFields(member.caller));
    expect(many).toHaveLength(few.length);
  });
});
