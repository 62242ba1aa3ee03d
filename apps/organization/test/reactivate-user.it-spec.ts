import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FAN_OUTS } from '@parley/client-events';
import { ROLES, SYSTEM_VISITOR } from '@parley/contracts';
import {
  deactivateAccount,
  deactivateMe,
  fetchApiKey,
  getBotApiKey,
  getUserGroupMembers,
  reactivateUser,
  verifyCredentials,
} from '@parley/contracts/organization';
import { AudienceIndex, clientEvents, loggedEvents, newestSeq, queueView, Rows } from '@parley/testing';
import { type MadeAccount, type MadeOrganization, OrganizationSuite } from './organization-suite.js';

let suite: OrganizationSuite;
let rows: Rows;
let home: MadeOrganization;
let owner: MadeAccount;
let administrator: MadeAccount;
let member: MadeAccount;
let guest: MadeAccount;

beforeAll(async () => {
  suite = await OrganizationSuite.open();
  rows = new Rows(suite.stores.database);
  home = await suite.organization();
  ({ owner, administrator, member, guest } = await suite.people(home));
});
afterAll(() => suite.close());

const reactivate = (who: MadeAccount, userId: number) => suite.stores.rpc.call(reactivateUser, { user_id: userId }, who.caller);
const leave = (who: MadeAccount) => suite.stores.rpc.call(deactivateMe, {}, who.caller);
const deactivate = (organization: { id: number }, userId: number) =>
  suite.stores.rpc.call(deactivateAccount, { organizationId: organization.id, userId }, SYSTEM_VISITOR);
const opens = ({ email, apiKey }: MadeAccount) =>
  suite.stores.rpc.call(verifyCredentials, { host: home.host, username: email, apiKey }, SYSTEM_VISITOR);

describe('deactivating oneself', () => {
  it('also deactivates the own bots', async () => {
    const leaving = await suite.account(home);
    const bot = await suite.account(home, { botOwnerId: leaving.userId });
    expect(await suite.announced(() => leave(leaving))).toEqual([leaving.userId, bot.userId]);
    await expect(opens(leaving)).rejects.toMatchObject({ code: 'USER_DEACTIVATED' });
    await expect(opens(bot)).rejects.toMatchObject({ code: 'USER_DEACTIVATED' });
  });
  it('is refused for the only owner', async () => {
    await expect(leave(owner)).rejects.toMatchObject({
      status: 400,
      code: 'CANNOT_DEACTIVATE_LAST_USER',
      msg: 'Cannot deactivate the only organization owner.',
      fields: { entity: 'organization owner', is_last_owner: true },
    });
  });
  it('is refused for the only active person, not counting bots', async () => {
    const organization = await suite.organization();
    const alone = await suite.account(organization);
    await suite.account(organization, { botOwnerId: alone.userId });
    const gone = await suite.account(organization);
    await deactivate(organization, gone.userId);
    await expect(leave(alone)).rejects.toMatchObject({
      code: 'CANNOT_DEACTIVATE_LAST_USER',
      msg: 'Cannot deactivate the only user.',
      fields: { entity: 'user', is_last_owner: false },
    });
  });
});

describe('reactivating a user', () => {
  it('is sent to everyone and explains their state', async () => {
    const returning = await suite.account(home);
    const group = await rows.group(home, { name: 'returners', members: [returning.userId, member.userId] });
    await deactivate(home, returning.userId);
    const received = await suite.explained(home, [owner, member, guest], () => reactivate(administrator, returning.userId));
    for (const events of received) {
      expect(events.map((event) => event.op)).toEqual(['update', 'add_members', 'add_members', 'add_members', 'update']);
    }
    const members = { user_group_id: group, direct_member_only: false };
    expect(await suite.stores.rpc.call(getUserGroupMembers, members, member.caller)).toEqual({
      members: [member.userId, returning.userId],
    });
  });
  it('restores the account with its previous key and password', async () => {
    const returning = await suite.account(home);
    await deactivate(home, returning.userId);
    expect(await suite.announced(() => reactivate(administrator, returning.userId))).toEqual([returning.userId]);
    await expect(opens(returning)).resolves.toMatchObject({ userId: returning.userId });
    const credentials = { username: returning.deliveryEmail, password: returning.password ?? '' };
    await expect(suite.stores.rpc.call(fetchApiKey, credentials, { host: home.host, clientName: 'tests' })).resolves.toMatchObject({
      api_key: returning.apiKey,
    });
  });
  it('raises the subscriber counts of its channels, and sends them to users who can see these channels', async () => {
    const organization = await rows.organization();
    const [staying, returning, outside, visitor, boss] = [
      await rows.user(organization),
      await rows.user(organization, { role: ROLES.guest }),
      await rows.user(organization),
      await rows.user(organization, { role: ROLES.guest }),
      await rows.user(organization, { role: ROLES.administrator }),
    ];
    const open = await rows.channel(organization);
    const hidden = await rows.channel(organization, { isPrivate: true });
    await rows.subscription(open, [staying, returning, visitor]);
    await rows.subscription(hidden, [staying, returning]);
    await deactivate(organization, returning.id);
    const { database } = suite.stores;
    const index = await AudienceIndex.read(database, organization.id);
    const seq = await newestSeq(database, organization.id);
    await suite.stores.rpc.call(reactivateUser, { user_id: returning.id }, boss.caller);
    const counts = await database.client.channel.findMany({ where: { organizationId: organization.id }, orderBy: { id: 'asc' } });
    expect(counts.map((channel) => channel.subscriberCount)).toEqual([3, 2]);
    const logged = await loggedEvents(database, organization.id, seq);
    const addedTo = (userId: number) =>
      clientEvents(logged, queueView(userId), index).flatMap((event) => (event.op === 'peer_add' ? event.stream_ids : []));
    expect(addedTo(staying.id)).toEqual([open.id, hidden.id]);
    expect(addedTo(outside.id)).toEqual([open.id]);
    expect(addedTo(visitor.id)).toEqual([open.id]);
  });
  it('adds the user to the audience index with their role', async () => {
    const returning = await suite.account(home, { role: ROLES.moderator });
    await deactivate(home, returning.userId);
    const seq = await newestSeq(suite.stores.database, home.id);
    await reactivate(administrator, returning.userId);
    const [event] = await loggedEvents(suite.stores.database, home.id, seq);
    expect(FAN_OUTS.get(event?.type ?? '')?.indexChanges(event?.payload)).toEqual([
      { kind: 'role', userId: returning.userId, role: ROLES.moderator },
    ]);
  });
  it('changes nothing for an active user', async () => {
    const seq = await newestSeq(suite.stores.database, home.id);
    await reactivate(administrator, member.userId);
    expect(await newestSeq(suite.stores.database, home.id)).toBe(seq);
  });
});

describe('a reactivated bot', () => {
  it('belongs to its owner again', async () => {
    const bot = await suite.account(home, { botOwnerId: member.userId });
    await deactivate(home, bot.userId);
    const [forOwner, forGuest] = await suite.explained(home, [member, guest], () => reactivate(member, bot.userId));
    expect(forOwner?.map((event) => `${event.type} ${String(event.op)}`)).toContain('realm_bot add');
    expect(forGuest?.map((event) => event.type)).not.toContain('realm_bot');
  });
  it('belongs to the user who reactivated it if its owner is deactivated, with a new key', async () => {
    const gone = await suite.account(home);
    const bot = await suite.account(home, { botOwnerId: gone.userId });
    await deactivate(home, gone.userId);
    const [forAdministrator, forMember] = await suite.explained(home, [administrator, member], () => reactivate(administrator, bot.userId));
    expect(forAdministrator?.map((event) => event.type)).toContain('realm_bot');
    expect(forMember).toContainEqual(expect.objectContaining({ person: { user_id: bot.userId, bot_owner_id: administrator.userId } }));
    await expect(opens(bot)).rejects.toMatchObject({ code: 'INVALID_API_KEY' });
    const { api_key: apiKey } = await suite.stores.rpc.call(getBotApiKey, { bot_id: bot.userId }, administrator.caller);
    await expect(opens({ ...bot, apiKey })).resolves.toMatchObject({ botOwnerId: administrator.userId });
  });
  it('cannot be reactivated by an administrator if its owner is an owner of the organization', async () => {
    const other = await suite.account(home, { role: ROLES.owner });
    const bot = await suite.account(home, { botOwnerId: other.userId });
    await deactivate(home, other.userId);
    for (const userId of [bot.userId, other.userId]) {
      await expect(reactivate(administrator, userId)).rejects.toMatchObject({ msg: 'Must be an organization owner' });
      await reactivate(owner, userId);
    }
  });
  it('cannot be reactivated if its owner has another bot of the same name by now', async () => {
    const bot = await suite.account(home, { botOwnerId: member.userId, fullName: 'The Only One' });
    await deactivate(home, bot.userId);
    await suite.account(home, { botOwnerId: member.userId, fullName: 'The Only One' });
    await expect(reactivate(member, bot.userId)).rejects.toMatchObject({ msg: 'Name is already in use!' });
  });
  it('cannot be reactivated if its owner may no longer create bots', async () => {
    const organization = await suite.organization();
    const maker = await suite.account(organization);
    const bot = await suite.account(organization, { botOwnerId: maker.userId });
    await deactivate(organization, bot.userId);
    const { client } = suite.stores.database;
    const nobody = await client.userGroup.findFirstOrThrow({ where: { organizationId: organization.id, name: 'role:nobody' } });
    const settings = { can_create_bots_group: nobody.id, can_create_write_only_bots_group: nobody.id };
    await client.organization.update({ where: { id: organization.id }, data: { settings } });
    await expect(reactivate(maker, bot.userId)).rejects.toMatchObject({ msg: 'Insufficient permission' });
  });
});

describe('a reactivation is refused', () => {
  it('for users who are no administrators, whether the user exists or not', async () => {
    const gone = await suite.account(home);
    await deactivate(home, gone.userId);
    for (const userId of [gone.userId, 999_999_999]) {
      await expect(reactivate(member, userId)).rejects.toMatchObject({ msg: 'Must be an organization administrator' });
    }
  });
  it('for a user of another organization, an unknown id and an invalid id', async () => {
    const stranger = await suite.account(await suite.organization());
    for (const userId of [stranger.userId, 999_999_999, 99_999_999_999_999, -1]) {
      await expect(reactivate(owner, userId)).rejects.toMatchObject({ status: 400, msg: 'No such user' });
    }
  });
});
