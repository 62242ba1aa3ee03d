import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FAN_OUTS } from '@parley/client-events';
import { ROLES, type Role, type ServiceCall, SYSTEM_VISITOR } from '@parley/contracts';
import {
  createAccount,
  createUser,
  deactivateAccount,
  deactivateUser,
  EMAIL_VISIBILITY,
  getUser,
  getUsers,
  rotateApiKey,
  setCanCreateUsers,
  setRole,
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

const call = <I, O>(contract: ServiceCall<I, O>, params: NoInfer<I>) => suite.stores.rpc.call(contract, params, SYSTEM_VISITOR);

const explained = (viewers: readonly MadeAccount[], work: () => Promise<unknown>) => suite.explained(home, viewers, work);
const announced = (work: () => Promise<unknown>) => suite.announced(work);

describe('creating an account', () => {
  it('sends everyone what they may see, and explains their state', async () => {
    const [forOwner, forMember, forGuest] = await explained([owner, member, guest], () => suite.account(home));
    for (const events of [forOwner, forMember, forGuest]) {
      expect(events?.map((event) => `${event.type} ${String(event.op)}`)).toEqual([
        'realm_user add',
        'user_group add_members',
        'user_group add_members',
      ]);
    }
  });
  it('hides the real address from users who may not see it', async () => {
    const { client } = suite.stores.database;
    await client.organizationUserDefaults.create({ data: { organizationId: home.id, values: { email_address_visibility: 3 } } });
    const events = await explained([administrator, member, guest], () => suite.account(home));
    await client.organizationUserDefaults.delete({ where: { organizationId: home.id } });
    const person = (delivery_email: unknown) => expect.objectContaining({ person: expect.objectContaining({ delivery_email }) });
    expect(events.map(([first]) => first)).toEqual([person(expect.stringContaining('@example.com')), person(null), person(null)]);
  });
  it('sends the bot to its owner and to administrators', async () => {
    const [forOwner, forAdministrator, forGuest] = await explained([member, administrator, guest], () =>
      suite.account(home, { botOwnerId: member.userId }),
    );
    expect(forOwner?.map((event) => event.type)).toContain('realm_bot');
    expect(forAdministrator?.map((event) => event.type)).toContain('realm_bot');
    expect(forGuest?.map((event) => event.type)).not.toContain('realm_bot');
  });
  it('copies the default settings of the organization', async () => {
    const { client } = suite.stores.database;
    await client.organizationUserDefaults.create({ data: { organizationId: home.id, values: { enter_sends: true } } });
    const created = await suite.account(home);
    await client.organizationUserDefaults.delete({ where: { organizationId: home.id } });
    const row = await client.userSettings.findUniqueOrThrow({ where: { userId: created.userId } });
    expect(row.values).toEqual({ enter_sends: true });
  });
  it('uses the default language of the organization', async () => {
    const { client } = suite.stores.database;
    const away = await suite.organization();
    await client.organization.update({ where: { id: away.id }, data: { settings: { default_language: 'de' } } });
    const created = await suite.account(away);
    const row = await client.userSettings.findUniqueOrThrow({ where: { userId: created.userId } });
    expect(row.values).toEqual({ default_language: 'de' });
  });
});

describe('an account that cannot be created', () => {
  const wanted = { fullName: 'Zoe', role: ROLES.member, password: null, botOwnerId: null } as const;

  it.each([
    ['its address is taken, in any case', () => member.email.toUpperCase(), {}, /already in use/],
    ['its address is invalid', () => 'not an address', {}, 'Enter a valid email address.'],
    ['its name is too short', () => 'zoe@example.com', { fullName: 'Z' }, 'Name too short!'],
    ['its password is weak', () => 'zoe@example.com', { password: 'short' }, 'The password is too weak.'],
    ['its owner does not exist', () => 'zoe-bot@example.com', { botOwnerId: 999_999_999 }, 'No such user'],
  ])('because %s: nothing is stored and no event is logged', async (_, email, given, msg) => {
    const seq = await newestSeq(suite.stores.database, home.id);
    const count = await suite.stores.database.client.userAccount.count();
    const request = call(createAccount, { organizationId: home.id, email: email(), ...wanted, ...given });
    await expect(request).rejects.toMatchObject({ status: 400, msg: expect.stringMatching(msg) });
    expect(await newestSeq(suite.stores.database, home.id)).toBe(seq);
    expect(await suite.stores.database.client.userAccount.count()).toBe(count);
  });
  it('with concurrent requests for one address only one succeeds', async () => {
    const once = () => call(createAccount, { organizationId: home.id, email: 'twice@example.com', ...wanted });
    const outcomes = await Promise.allSettled([once(), once(), once()]);
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
  });
  it('because its owner is in another organization', async () => {
    const stranger = await suite.account(await suite.organization());
    const request = call(createAccount, { organizationId: home.id, email: 'b@example.com', ...wanted, botOwnerId: stranger.userId });
    await expect(request).rejects.toMatchObject({ msg: 'No such user' });
  });
});

describe('POST /users', () => {
  const params = { email: 'made@example.com', password: 'a good password', full_name: 'Made Person' };

  it('is allowed for administrators whom the operator trusts with it', async () => {
    const request = () => suite.stores.rpc.call(createUser, { ...params, email: 'early@example.com' }, administrator.caller);
    const refused = { status: 400, msg: 'User not authorized for this query' };
    await expect(request()).rejects.toMatchObject(refused);
    await suite.letCreateUsers(administrator);
    await request();
    await suite.letCreateUsers(member);
    const byMember = suite.stores.rpc.call(createUser, { ...params, email: 'other@example.com' }, member.caller);
    await expect(byMember).rejects.toMatchObject({ msg: 'Must be an organization administrator' });
    await call(setCanCreateUsers, { organizationId: home.id, userId: administrator.userId, isAllowed: false });
    await expect(request()).rejects.toMatchObject(refused);
    const elsewhere = call(setCanCreateUsers, { organizationId: home.id + 1, userId: administrator.userId, isAllowed: true });
    await expect(elsewhere).rejects.toMatchObject({ msg: 'No such user' });
  });
  it('creates a member for an administrator', async () => {
    await suite.letCreateUsers(administrator);
    const { user_id } = await suite.stores.rpc.call(createUser, params, administrator.caller);
    const { user } = await suite.stores.rpc.call(getUser, { user_id: String(user_id), ...SHOWN }, member.caller);
    expect(user).toMatchObject({ full_name: 'Made Person', role: ROLES.member, is_active: true });
  });
  it.each([
    ['a member', () => member],
    ['a guest', () => guest],
  ])('refuses %s', async (_, who) => {
    const request = suite.stores.rpc.call(createUser, { ...params, email: 'other@example.com' }, who().caller);
    await expect(request).rejects.toMatchObject({ status: 400, msg: 'Must be an organization administrator' });
  });
});

const SHOWN = { client_gravatar: false, include_custom_profile_fields: false };

describe('deactivating an account', () => {
  it('sends events to everyone, ends queues and group memberships, and explains the state', async () => {
    const leaving = await suite.account(home);
    await rows.group(home, { name: 'hikers', members: [leaving.userId, member.userId] });
    const [forMember, forGuest] = await explained([member, guest], () =>
      call(deactivateAccount, { organizationId: home.id, userId: leaving.userId }),
    );
    expect(forMember).toHaveLength(4);
    expect(forGuest).toHaveLength(4);
  });
  it('publishes the change of the account and its bots, and ends their queues', async () => {
    const leaving = await suite.account(home);
    const bot = await suite.account(home, { botOwnerId: leaving.userId });
    const seq = await newestSeq(suite.stores.database, home.id);
    const changedUserIds = await announced(() => call(deactivateAccount, { organizationId: home.id, userId: leaving.userId }));
    expect(changedUserIds).toEqual([leaving.userId, bot.userId]);
    const logged = await loggedEvents(suite.stores.database, home.id, seq);
    const changes = logged.flatMap(({ type, payload }) => FAN_OUTS.get(type)?.indexChanges(payload) ?? []);
    expect(changes).toEqual([leaving.userId, bot.userId].map((userId) => ({ kind: 'end-queues', userIds: [userId] })));
  });
  it('lowers the subscriber counts of its channels, and sends them to users who can see these channels', async () => {
    const organization = await rows.organization();
    const [staying, leaving, outside, visitor] = [
      await rows.user(organization),
      await rows.user(organization),
      await rows.user(organization),
      await rows.user(organization, { role: ROLES.guest }),
    ];
    const open = await rows.channel(organization);
    const hidden = await rows.channel(organization, { isPrivate: true });
    await rows.subscription(open, [staying, leaving, visitor]);
    await rows.subscription(hidden, [staying, leaving]);
    const { database } = suite.stores;
    const index = await AudienceIndex.read(database, organization.id);
    await call(deactivateAccount, { organizationId: organization.id, userId: leaving.id });
    const counts = await database.client.channel.findMany({ where: { organizationId: organization.id }, orderBy: { id: 'asc' } });
    expect(counts.map((channel) => channel.subscriberCount)).toEqual([2, 1]);
    const logged = await loggedEvents(database, organization.id);
    const removedFrom = (userId: number) =>
      clientEvents(logged, queueView(userId), index).flatMap((event) => (event.op === 'peer_remove' ? event.stream_ids : []));
    expect(removedFrom(staying.id)).toEqual([open.id, hidden.id]);
    expect(removedFrom(outside.id)).toEqual([open.id]);
    expect(removedFrom(visitor.id)).toEqual([open.id]);
    expect(removedFrom(leaving.id)).toEqual([]);
  });
  it('changes nothing the second time', async () => {
    const leaving = await suite.account(home);
    await call(deactivateAccount, { organizationId: home.id, userId: leaving.userId });
    const seq = await newestSeq(suite.stores.database, home.id);
    await call(deactivateAccount, { organizationId: home.id, userId: leaving.userId });
    expect(await newestSeq(suite.stores.database, home.id)).toBe(seq);
  });
  it('is refused for the only owner, also with two concurrent requests', async () => {
    const refused = call(deactivateAccount, { organizationId: home.id, userId: owner.userId });
    await expect(refused).rejects.toMatchObject({ status: 400, msg: 'Cannot deactivate the only organization owner' });
    const organization = await suite.organization();
    const owners = [await suite.account(organization, { role: ROLES.owner }), await suite.account(organization, { role: ROLES.owner })];
    const outcomes = await Promise.allSettled(
      owners.map(({ userId }) => call(deactivateAccount, { organizationId: organization.id, userId })),
    );
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('DELETE /users/{user_id}', () => {
  const remove = (who: MadeAccount, userId: number) => suite.stores.rpc.call(deactivateUser, { user_id: userId }, who.caller);

  it('deactivates a user for an administrator', async () => {
    const leaving = await suite.account(home);
    await remove(administrator, leaving.userId);
    const { user } = await suite.stores.rpc.call(getUser, { user_id: String(leaving.userId), ...SHOWN }, member.caller);
    expect(user.is_active).toBe(false);
  });
  it('is refused to members', async () => {
    await expect(remove(member, guest.userId)).rejects.toMatchObject({ msg: 'Must be an organization administrator' });
  });
  it('allows only owners to deactivate owners', async () => {
    await expect(remove(administrator, owner.userId)).rejects.toMatchObject({ msg: 'Must be an organization owner' });
  });
  it('treats users of another organization as unknown', async () => {
    const stranger = await suite.account(await suite.organization());
    await expect(remove(owner, stranger.userId)).rejects.toMatchObject({ msg: 'No such user' });
  });
});

describe('changing a role', () => {
  it('is sent to all other users and explains their state', async () => {
    const rising = await suite.account(home);
    const [forMember] = await explained([member, guest], () =>
      call(setRole, { organizationId: home.id, userId: rising.userId, role: ROLES.moderator }),
    );
    expect(forMember?.[0]).toMatchObject({ type: 'realm_user', op: 'update', person: { user_id: rising.userId, role: ROLES.moderator } });
    expect(forMember?.map((event) => event.op)).toEqual(['update', 'remove_members', 'remove_members', 'add_members']);
  });
  it('is published, and the user learns of it by events; what they see is compared in e2e/api/change-roles.e2e-spec.ts', async () => {
    const rising = await suite.account(home);
    const seq = await newestSeq(suite.stores.database, home.id);
    const index = await AudienceIndex.read(suite.stores.database, home.id);
    const ids = await announced(() => call(setRole, { organizationId: home.id, userId: rising.userId, role: ROLES.administrator }));
    expect(ids).toEqual([rising.userId]);
    const logged = await loggedEvents(suite.stores.database, home.id, seq);
    const [own] = clientEvents(logged, queueView(rising.userId), index);
    expect(own).toMatchObject({ type: 'realm_user', op: 'update', person: { user_id: rising.userId, role: ROLES.administrator } });
    const [event] = logged;
    expect(FAN_OUTS.get(event?.type ?? '')?.indexChanges(event?.payload)).toEqual([
      { kind: 'role', userId: rising.userId, role: ROLES.administrator },
    ]);
  });
  it('ends the event queues of the user if events would have to name too many addresses', async () => {
    const large = await suite.organization();
    const rising = await suite.account(large);
    const many = Array.from({ length: 1_001 }, (_, n) => {
      const email = `many${n}@demo.example`;
      const address = { deliveryEmail: email, apiEmail: `user-${email}`, emailAddressVisibility: EMAIL_VISIBILITY.administrators };
      return { organizationId: large.id, fullName: `Many ${n}`, role: ROLES.member, ...address };
    });
    await suite.stores.database.client.userAccount.createMany({ data: many });
    const indexChangesOf = async (role: Role) => {
      const seq = await newestSeq(suite.stores.database, large.id);
      await call(setRole, { organizationId: large.id, userId: rising.userId, role });
      const logged = await loggedEvents(suite.stores.database, large.id, seq);
      return logged.flatMap(({ type, payload }) => FAN_OUTS.get(type)?.indexChanges(payload) ?? []);
    };
    const { userId } = rising;
    expect(await indexChangesOf(ROLES.administrator)).toEqual([
      { kind: 'role', userId, role: ROLES.administrator },
      { kind: 'end-queues', userIds: [userId] },
    ]);
    expect(await indexChangesOf(ROLES.owner)).toEqual([{ kind: 'role', userId, role: ROLES.owner }]);
  });
  it('ends the event queues of the user if the channels that become visible have too many subscribers, by their counts', async () => {
    const organization = await rows.organization();
    const large = await rows.channel(organization, { subscriberCount: 30_000 });
    await rows.channel(organization, { subscriberCount: 20_000 });
    const rise = async () => {
      const rising = await rows.user(organization, { role: ROLES.guest });
      const seq = await newestSeq(suite.stores.database, organization.id);
      await call(setRole, { organizationId: organization.id, userId: rising.id, role: ROLES.member });
      const logged = await loggedEvents(suite.stores.database, organization.id, seq);
      const changes = logged.flatMap(({ type, payload }) => FAN_OUTS.get(type)?.indexChanges(payload) ?? []);
      return { rising, ended: changes.filter(({ kind }) => kind === 'end-queues') };
    };
    expect((await rise()).ended).toEqual([]);
    await rows.subscription(large, [await rows.user(organization)]);
    const { rising, ended } = await rise();
    expect(ended).toEqual([{ kind: 'end-queues', userIds: [rising.id] }]);
  });
  it('does not count the addresses of users whom a limited guest could not see before', async () => {
    const organization = await rows.organization();
    const settings = { can_access_all_users_group: organization.groups['role:members'] };
    await suite.stores.database.client.organization.update({ where: { id: organization.id }, data: { settings } });
    const changing = await rows.user(organization, { role: ROLES.guest });
    const near = await rows.user(organization, { emailAddressVisibility: EMAIL_VISIBILITY.members });
    await rows.subscription(await rows.channel(organization), [changing, near]);
    const many = await rows.manyUsers(organization, 1_001);
    await suite.stores.database.client.userAccount.updateMany({
      where: { organizationId: organization.id, id: { in: many } },
      data: { emailAddressVisibility: EMAIL_VISIBILITY.members },
    });
    for (const role of [ROLES.member, ROLES.guest] as const) {
      const seq = await newestSeq(suite.stores.database, organization.id);
      await call(setRole, { organizationId: organization.id, userId: changing.id, role });
      const logged = await loggedEvents(suite.stores.database, organization.id, seq);
      const deliveryEmail = role === ROLES.member ? expect.stringContaining('@example.com') : null;
      expect(logged[0]?.payload).toMatchObject({ own: { addresses: [{ userId: near.id, deliveryEmail }] } });
      const announced = logged.flatMap(({ type, payload }) =>
        type === 'people.revealed' || type === 'people.hidden' ? (payload as { people: unknown[] }).people : [],
      );
      expect(announced).toHaveLength(many.length);
    }
  });
  it('changes nothing if the user has the role already', async () => {
    const seq = await newestSeq(suite.stores.database, home.id);
    await call(setRole, { organizationId: home.id, userId: member.userId, role: ROLES.member });
    expect(await newestSeq(suite.stores.database, home.id)).toBe(seq);
  });
  it('is refused for the only owner', async () => {
    const refused = call(setRole, { organizationId: home.id, userId: owner.userId, role: ROLES.member });
    await expect(refused).rejects.toMatchObject({ msg: 'The owner permission cannot be removed from the only organization owner.' });
  });
});

describe('replacing an API key', () => {
  it('is sent to no one, ends the queues and is published', async () => {
    const account = { organizationId: home.id, userId: member.userId };
    const changedUserIds = await announced(async () => {
      const [events] = await explained([member], () => call(rotateApiKey, account));
      expect(events).toEqual([]);
    });
    expect(changedUserIds).toEqual([member.userId]);
  });
});

describe('guests who may only see users that they share a channel or conversation with', () => {
  it('receive these users, and placeholders for all others if the client needs them', async () => {
    const organization = await rows.organization();
    const settings = { can_access_all_users_group: organization.groups['role:members'] };
    await suite.stores.database.client.organization.update({ where: { id: organization.id }, data: { settings } });
    const [looking, near, far] = [
      await rows.user(organization, { role: ROLES.guest }),
      await rows.user(organization),
      await rows.user(organization, { fullName: 'Far Away' }),
    ];
    await rows.subscription(await rows.channel(organization), [looking, near]);

    const { members } = await suite.stores.rpc.call(getUsers, SHOWN, looking.caller);
    expect(members.map((user) => user.user_id)).toEqual([looking.id, near.id]);
    await expect(suite.stores.rpc.call(getUser, { user_id: String(far.id), ...SHOWN }, looking.caller)).rejects.toMatchObject({
      msg: 'No such user',
    });
    const modern = await suite.register(looking.caller);
    expect(modern.realm_users).toHaveLength(2);
    const older = await suite.register(looking.caller, { capabilities: {} });
    expect(older.realm_users).toContainEqual(expect.objectContaining({ user_id: far.id, full_name: 'Unknown user', delivery_email: null }));
    expect(JSON.stringify(older)).not.toContain('Far Away');

    const index = await AudienceIndex.read(suite.stores.database, organization.id);
    const created = await suite.account(organization, { fullName: 'Newly Come' });
    const logged = await loggedEvents(suite.stores.database, organization.id);
    const forModern = clientEvents(logged, queueView(looking.id), index);
    const forOlder = clientEvents(logged, queueView(looking.id, { capabilities: {} }), index);
    expect(forModern.filter((event) => event.type === 'realm_user')).toEqual([]);
    expect(forOlder).toContainEqual(
      expect.objectContaining({ op: 'add', person: expect.objectContaining({ user_id: created.userId, full_name: 'Unknown user' }) }),
    );
    expect(JSON.stringify([forModern, forOlder])).not.toContain('Newly Come');
  });
});
