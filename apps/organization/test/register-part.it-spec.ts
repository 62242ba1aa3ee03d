import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildUnknownUser } from '@parley/client-events';
import { ROLES, SYSTEM_VISITOR } from '@parley/contracts';
import { registerParts } from '@parley/contracts/event-queue';
import { ORGANIZATION_PERMISSION_NAMES, userGroupObject, userObject } from '@parley/contracts/organization';
import { type ChannelRow, Rows, type UserRow } from '@parley/testing';
import { z } from 'zod';
import { EVERYTHING, type MadeAccount, type MadeOrganization, OrganizationSuite } from './organization-suite.js';

let suite: OrganizationSuite;
let home: MadeOrganization;
let owner: MadeAccount;
let member: MadeAccount;
let guest: MadeAccount;
let bot: MadeAccount;

beforeAll(async () => {
  suite = await OrganizationSuite.open();
  home = await suite.organization();
  owner = await suite.account(home, { role: ROLES.owner });
  member = await suite.account(home);
  guest = await suite.account(home, { role: ROLES.guest });
  bot = await suite.account(home, { botOwnerId: member.userId });
});
afterAll(() => suite.close());

/** Fields of this service that stock clients need to start. */
const CLIENTS_NEED = [
  'custom_profile_fields realm_emoji realm_user_groups realm_users realm_non_active_users cross_realm_bots user_id email full_name',
  'realm_name realm_icon_url realm_allow_message_editing realm_message_retention_days realm_waiting_period_threshold',
  'realm_enable_read_receipts realm_presence_disabled realm_wildcard_mention_policy realm_default_external_accounts',
  'server_presence_ping_interval_seconds server_presence_offline_threshold_seconds server_emoji_data_url',
].flatMap((line) => line.split(' '));

describe('the complete part', () => {
  it('has every field that stock clients need', async () => {
    const fields = await suite.register(member.caller);
    expect(CLIENTS_NEED.filter((name) => fields[name] === undefined)).toEqual([]);
    expect(Object.entries(fields).filter(([, value]) => value === undefined)).toEqual([]);
  });
  it('contains the deployment time of the release, which is the same for all replicas', async () => {
    const [row] = await suite.stores.database.client.$queryRaw<{ at: number }[]>`
      SELECT floor(extract(epoch FROM deployed_at))::float8 AS at FROM installation`;
    expect((await suite.register(member.caller)).server_generation).toBe(row?.at);
  });
  it('has every permission with its initial group and its allowed values', async () => {
    const fields = await suite.register(member.caller);
    const groups = z.array(userGroupObject).parse(fields.realm_user_groups);
    const nameOf = (id: unknown) => groups.find((group) => group.id === id)?.name;
    expect(ORGANIZATION_PERMISSION_NAMES.map((name) => nameOf(fields[`realm_${name}`]))).not.toContain(undefined);
    expect(nameOf(fields.realm_can_create_groups)).toBe('role:members');
    expect(nameOf(fields.realm_can_manage_all_groups)).toBe('role:owners');
    expect(nameOf(fields.realm_direct_message_permission_group)).toBe('role:everyone');
    expect(fields.server_supported_permission_settings).toMatchObject({
      realm: { can_create_groups: { default_group_name: 'role:members', allow_everyone_group: false } },
      stream: { can_administer_channel_group: { default_group_name: 'stream_creator_or_nobody' } },
      group: { can_mention_group: { default_for_system_groups: 'role:nobody' } },
    });
  });
  it('has the initial value of every setting', async () => {
    expect(await suite.register(member.caller)).toMatchObject({
      realm_url: `http://${home.host}`,
      realm_bot_domain: home.host.replace(/:\d+$/, ''),
      realm_message_content_edit_limit_seconds: 600,
      realm_message_retention_days: -1,
      realm_topics_policy: 'allow_empty_topic',
      realm_mandatory_topics: false,
      realm_wildcard_mention_policy: 5,
      realm_create_public_stream_policy: 1,
      realm_create_web_public_stream_policy: 6,
      realm_authentication_methods: { Email: { enabled: true, available: true } },
      server_typing_started_wait_period_milliseconds: 10_000,
      realm_empty_topic_display_name: 'general chat',
      realm_emoji: {},
      realm_linkifiers: [],
    });
  });
  it('is empty for visitors who are not logged in and look at no organization', async () => {
    const call = { snapshotId: '0-0-0', options: EVERYTHING };
    await expect(suite.stores.rpc.call(registerParts.organization, call, SYSTEM_VISITOR)).resolves.toEqual({ fields: {} });
  });
});

describe('a visitor who is not logged in', () => {
  const look = (organizationId: number) =>
    suite.stores.database.exportSnapshot(async ({ snapshotId }) => {
      const call = { snapshotId, options: EVERYTHING, spectatedOrganizationId: organizationId };
      return (await suite.stores.rpc.call(registerParts.organization, call, SYSTEM_VISITOR)).fields;
    }, 10_000);

  async function write(id: bigint, { id: channelId, organizationId }: ChannelRow, sender: UserRow): Promise<void> {
    const { client } = suite.stores.database;
    const topic = await client.topic.create({ data: { organizationId, channelId, key: `topic ${id}`, maxMessageId: id } });
    const content = { topic: `topic ${id}`, content: 'x', rendered: '<p>x</p>', clientName: 'tests', sentAt: new Date() };
    await client.message.create({ data: { id, organizationId, channelId, topicId: topic.id, senderId: sender.id, ...content } });
  }

  it('receives the organization, and only those users whose messages they can read', async () => {
    const rows = new Rows(suite.stores.database);
    const organization = await rows.organization({ enable_spectator_access: true });
    const [author, gone, silent] = [
      await rows.user(organization, { emailAddressVisibility: 5 }),
      await rows.user(organization, { isActive: false }),
      await rows.user(organization),
    ];
    const lobby = await rows.channel(organization, { isWebPublic: true });
    const members = await rows.channel(organization);
    await rows.group(organization, { name: 'secret planners', members: [author.id] });
    await write(1n, lobby, author);
    await write(2n, lobby, gone);
    await write(3n, members, silent);

    const fields = await look(organization.id);
    expect(fields.realm_users).toEqual([expect.objectContaining({ user_id: author.id, delivery_email: null })]);
    expect(fields.realm_non_active_users).toEqual([expect.objectContaining({ user_id: gone.id })]);
    const groups = z.array(userGroupObject).parse(fields.realm_user_groups);
    expect(groups.map(({ id }) => id).sort()).toEqual(Object.values(organization.groups).sort());
    expect(groups.flatMap((group) => group.members)).toEqual([]);
    expect(fields).toMatchObject({ realm_enable_spectator_access: true, realm_bots: [], realm_emoji: {}, is_owner: false });
    for (const absent of ['custom_profile_fields', 'user_id', 'email', 'delivery_email']) expect(fields).not.toHaveProperty(absent);
    expect(JSON.stringify(fields.realm_users)).not.toContain('profile_data');
  });
});

describe('configured values', () => {
  it('replace the initial ones, and an anonymous group is shown by its content', async () => {
    const rows = new Rows(suite.stores.database);
    const organization = await rows.organization({
      waiting_period_threshold: 7,
      topics_policy: 'disable_empty_topic',
      allow_message_editing: 'no',
    });
    const person = await rows.user(organization);
    const anonymous = await rows.group(organization, { members: [person.id], subgroups: [organization.groups['role:moderators']] });
    const settings = {
      waiting_period_threshold: 7,
      topics_policy: 'disable_empty_topic',
      allow_message_editing: 'no',
      can_invite_users_group: anonymous,
    };
    await suite.stores.database.client.organization.update({ where: { id: organization.id }, data: { settings } });
    const fields = await suite.register(person.caller);
    expect(fields).toMatchObject({
      realm_waiting_period_threshold: 7,
      realm_mandatory_topics: true,
      // The stored value is invalid, so the initial value applies.
      realm_allow_message_editing: true,
      realm_can_invite_users_group: { direct_members: [person.id], direct_subgroups: [organization.groups['role:moderators']] },
      can_invite_others_to_realm: true,
    });
    const groups = z.array(userGroupObject).parse(fields.realm_user_groups);
    expect(groups.find((group) => group.name === 'role:members')?.members).toEqual([person.id]);
    // The user joined less than seven days ago.
    expect(groups.find((group) => group.name === 'role:fullmembers')?.members).toEqual([]);
  });
});

describe('users', () => {
  const people = z.array(userObject);

  it('are separated into active users and bots, deactivated users, and system bots', async () => {
    const fields = await suite.register(member.caller);
    const listed = people.parse(fields.realm_users);
    expect(listed.map((user) => user.user_id)).toEqual([owner, member, guest, bot].map((account) => account.userId));
    expect(people.parse(fields.cross_realm_bots).map((user) => [user.full_name, user.is_system_bot])).toEqual([
      ['Notification Bot', true],
      ['Welcome Bot', true],
      ['Email Gateway', true],
    ]);
    expect(listed.every((user) => user.is_system_bot === undefined)).toBe(true);
  });
  it('have no avatar for clients that compute it, except one’s own', async () => {
    const fields = await suite.register(member.caller, { clientGravatar: true });
    expect(people.parse(fields.realm_users).map((user) => user.avatar_url)).toEqual([null, null, null, null]);
    expect(fields.avatar_url).toMatch(/^https:/);
    expect(fields.avatar_url_medium).toMatch(/s=500/);
  });
  it('receive their own permissions', async () => {
    const may = async (who: MadeAccount) => {
      const { can_create_streams, can_create_web_public_streams, can_invite_others_to_realm, is_owner, is_admin, is_guest } =
        await suite.register(who.caller);
      return { can_create_streams, can_create_web_public_streams, can_invite_others_to_realm, is_owner, is_admin, is_guest };
    };
    const of = (isMember: boolean, isOwner: boolean) => ({
      can_create_streams: isMember,
      can_create_web_public_streams: isOwner,
      can_invite_others_to_realm: isMember,
      is_owner: isOwner,
      is_admin: isOwner,
      is_guest: !isMember,
    });
    expect(await may(owner)).toEqual(of(true, true));
    expect(await may(member)).toEqual(of(true, false));
    expect(await may(guest)).toEqual(of(false, false));
  });
  it('receive their own bots, and administrators all bots', async () => {
    const shown = { user_id: bot.userId, default_sending_stream: null, default_all_public_streams: false };
    expect((await suite.register(member.caller)).realm_bots).toEqual([expect.objectContaining(shown)]);
    expect((await suite.register(owner.caller)).realm_bots).toEqual([expect.objectContaining(shown)]);
    expect((await suite.register(guest.caller)).realm_bots).toEqual([]);
  });
  it('of other organizations are never included', async () => {
    const stranger = await suite.account(await suite.organization(), { fullName: 'Utter Stranger' });
    const fields = JSON.stringify(await suite.register(owner.caller));
    expect(fields).not.toContain('Utter Stranger');
    expect(fields).not.toContain(stranger.deliveryEmail);
  });
  it('who may not be seen have the same form as others', () => {
    const unknown = buildUnknownUser({ id: 7, isActive: true, isBot: false, joinedAt: new Date(0).toISOString() }, 'demo.localhost');
    expect(userObject.strict().parse(unknown)).toMatchObject({ email: 'user7@demo.localhost', delivery_email: null });
  });
});

describe('groups of fields', () => {
  it.each([
    ['realm_user_groups', ['realm_user_groups']],
    ['user_group', ['realm_user_groups']],
    ['realm_emoji', ['realm_emoji']],
    ['message', []],
  ])('only the requested ones: %s', async (group, names) => {
    expect(Object.keys(await suite.register(member.caller, { fetchEventTypes: [group] }))).toEqual(names);
  });
});

describe('the shared part', () => {
  it('is kept until the next event of this service, and a change without an event would be noticed', async () => {
    const { client } = suite.stores.database;
    const rows = new Rows(suite.stores.database);
    const rename = (name: string) => client.organization.update({ where: { id: home.id }, data: { name } });
    const [before] = await client.$queryRaw<{ name: string }[]>`SELECT name FROM organization WHERE id = ${home.id}`;
    await suite.register(member.caller);
    await rename('Renamed without an event');
    await expect(suite.register(member.caller)).rejects.toMatchObject({ status: 500 });
    await rows.changedWithoutEvent(home);
    expect(await suite.register(member.caller)).toMatchObject({ realm_name: 'Renamed without an event' });
    await rename(before?.name ?? '');
    await rows.changedWithoutEvent(home);
  });
});

describe('the snapshot', () => {
  it('hides everything that was committed after it', async () => {
    const { database, rpc } = suite.stores;
    const fields = await database.exportSnapshot(async ({ snapshotId }) => {
      await suite.account(home, { fullName: 'Too Late' });
      return rpc.call(registerParts.organization, { snapshotId, options: EVERYTHING }, member.caller);
    }, 10_000);
    expect(JSON.stringify(fields)).not.toContain('Too Late');
    expect(JSON.stringify(await suite.register(member.caller))).toContain('Too Late');
  });
});
