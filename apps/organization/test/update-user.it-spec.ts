import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type InputOf, ROLES } from '@parley/contracts';
import { createUser, getUser, updateUser, verifyCredentials } from '@parley/contracts/organization';
import { type IdentifiedEvent, loggedEvents, newestSeq, Rows } from '@parley/testing';
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

const update = (who: MadeAccount, user: { userId: number } | string, changed: Omit<InputOf<typeof updateUser>, 'user_id'>) =>
  suite.stores.rpc.call(updateUser, { user_id: typeof user === 'string' ? user : String(user.userId), ...changed }, who.caller);
const seen = async (who: MadeAccount, user: MadeAccount) => {
  const params = { user_id: String(user.userId), client_gravatar: true, include_custom_profile_fields: false };
  return (await suite.stores.rpc.call(getUser, params, who.caller)).user;
};
const personsOf = (events: readonly IdentifiedEvent[] | undefined) => events?.flatMap(({ person }) => person ?? []);

describe('changing a name', () => {
  it('is sent to everyone and explains their state', async () => {
    const person = await suite.account(home);
    const received = await suite.explained(home, [person, member, guest], () => update(administrator, person, { full_name: ' New Name ' }));
    for (const events of received) expect(personsOf(events)).toEqual([{ user_id: person.userId, full_name: 'New Name' }]);
  });
  it.each([
    ['N', 'Name too short!'],
    ['', 'Name too short!'],
    ['N'.repeat(101), 'Name too long!'],
    ['N\u0000me', 'Invalid characters in name!'],
    ['Name|12', 'Invalid format!'],
  ])('%j is refused: %s', async (full_name, msg) => {
    await expect(update(administrator, member, { full_name })).rejects.toMatchObject({ status: 400, msg });
  });
  it('is refused for a taken name if names must be unique, but may change the case of the own name', async () => {
    const organization = await suite.organization();
    const [boss, one] = [
      await suite.account(organization, { role: ROLES.owner, fullName: 'The Boss' }),
      await suite.account(organization, { fullName: 'Number One' }),
    ];
    const { client } = suite.stores.database;
    await client.organization.update({ where: { id: organization.id }, data: { settings: { require_unique_names: true } } });
    await expect(update(boss, one, { full_name: 'the boss' })).rejects.toMatchObject({ msg: 'Name is already in use!' });
    await update(boss, one, { full_name: 'NUMBER ONE' });
    expect(await seen(boss, one)).toMatchObject({ full_name: 'NUMBER ONE' });
  });
});

describe('changing a role', () => {
  it('is allowed for administrators and takes effect at once', async () => {
    const person = await suite.account(home);
    const changed = await suite.announced(() => update(administrator, person, { role: ROLES.moderator }));
    expect(changed).toEqual([person.userId]);
    expect(await seen(member, person)).toMatchObject({ role: ROLES.moderator });
  });
  it('of an owner is only allowed for owners, and never for the only one', async () => {
    const person = await suite.account(home);
    await expect(update(administrator, person, { role: ROLES.owner })).rejects.toMatchObject({ msg: 'Must be an organization owner' });
    await expect(update(administrator, owner, { role: ROLES.member })).rejects.toMatchObject({ msg: 'Must be an organization owner' });
    await expect(update(owner, owner, { role: ROLES.member })).rejects.toMatchObject({
      msg: 'The owner permission cannot be removed from the only organization owner.',
    });
    await update(owner, person, { role: ROLES.owner });
    await update(owner, person, { role: ROLES.member });
    expect(await seen(member, person)).toMatchObject({ role: ROLES.member, is_owner: false });
  });
  it('of a deactivated user adds them to no group', async () => {
    const person = await suite.account(home);
    await suite.stores.database.client.userAccount.update({ where: { id: person.userId }, data: { isActive: false } });
    const [events] = await suite.explained(home, [member], () => update(administrator, person, { role: ROLES.guest }));
    expect(personsOf(events)).toEqual([{ user_id: person.userId, role: ROLES.guest }]);
  });
});

describe('changing an email address', () => {
  const VISIBILITIES = { everyone: 1, members: 2, administrators: 3, nobody: 4 } as const;
  const withVisibility = async (visibility: number) => {
    const { client } = suite.stores.database;
    await client.organizationUserDefaults.create({ data: { organizationId: home.id, values: { email_address_visibility: visibility } } });
    const person = await suite.account(home);
    await client.organizationUserDefaults.delete({ where: { organizationId: home.id } });
    return person;
  };
  const fresh = (person: MadeAccount) => `moved-${person.userId}@example.com`;

  it.each([
    ['everyone', { administrator: true, member: true, guest: true, api: true }],
    ['members', { administrator: true, member: true, guest: false, api: false }],
    ['administrators', { administrator: true, member: false, guest: false, api: false }],
    ['nobody', { administrator: false, member: false, guest: false, api: false }],
  ] as const)('visible to %s is only sent to users who may see it, and explains their state', async (visibility, may) => {
    const person = await withVisibility(VISIBILITIES[visibility]);
    const viewers = [person, administrator, member, guest];
    const received = await suite.explained(home, viewers, () => update(administrator, person, { new_email: fresh(person) }));
    const receivesAddress = received.map((events) => JSON.stringify(events).includes(fresh(person)));
    expect(receivesAddress).toEqual([true, may.administrator, may.member, may.guest]);
    const receivesApiEmail = received.map((events) => personsOf(events)?.some((each) => 'new_email' in Object(each)));
    expect(receivesApiEmail).toEqual(viewers.map(() => may.api));
    expect(await seen(person, person)).toMatchObject({ delivery_email: fresh(person) });
  });
  it('sends no avatar to clients that compute it', async () => {
    const person = await withVisibility(VISIBILITIES.everyone);
    const [events] = await suite.explained(home, [member], () => update(administrator, person, { new_email: fresh(person) }), {
      clientGravatar: true,
    });
    expect(personsOf(events)).toEqual([
      { user_id: person.userId, new_email: fresh(person) },
      { user_id: person.userId, delivery_email: fresh(person) },
    ]);
  });
  it('changes the address of the login, and the old one is refused', async () => {
    const person = await suite.account(home);
    const opens = (username: string) =>
      suite.stores.rpc.call(verifyCredentials, { host: home.host, username, apiKey: person.apiKey }, { host: '', clientName: 'tests' });
    const changed = await suite.announced(() => update(administrator, person, { new_email: fresh(person) }));
    expect(changed).toEqual([person.userId]);
    await expect(opens(fresh(person))).resolves.toMatchObject({ userId: person.userId });
    await expect(opens(person.deliveryEmail)).rejects.toMatchObject({ code: 'INVALID_API_KEY' });
  });
  it.each([
    ['taken', () => owner.deliveryEmail.toUpperCase(), /already in use/],
    ['not an address', () => 'nowhere', /Enter a valid email address/],
    ['not storable', () => 'a\u0000b@example.com', /Enter a valid email address/],
  ])('that is %s is refused', async (_, new_email, msg) => {
    await expect(update(administrator, member, { new_email: new_email() })).rejects.toMatchObject({
      status: 400,
      msg: expect.stringMatching(msg),
    });
  });
});

describe('an organization that restricts email domains', () => {
  it('only accepts its domains, for new users and for changes', async () => {
    const organization = await suite.organization();
    const boss = await suite.account(organization, { role: ROLES.owner });
    const { client } = suite.stores.database;
    const settings = { emails_restricted_to_domains: true };
    await client.organization.update({ where: { id: organization.id }, data: { settings } });
    await client.organizationDomain.create({ data: { organizationId: organization.id, domain: 'acme.example', allowSubdomains: false } });
    await suite.letCreateUsers(boss);
    const make = (email: string) =>
      suite.stores.rpc.call(createUser, { email, password: 'a good password', full_name: 'New Comer' }, boss.caller);
    const foreign = { status: 400, msg: "Email 'x@else.example' not allowed in this organization" };
    await expect(make('x@else.example')).rejects.toMatchObject(foreign);
    await expect(make('x+y@acme.example')).rejects.toMatchObject({ msg: 'Email addresses containing + are not allowed.' });
    const { user_id } = await make('x@acme.example');
    await expect(update(boss, { userId: user_id }, { new_email: 'x@else.example' })).rejects.toMatchObject(foreign);
    await update(boss, { userId: user_id }, { new_email: 'y@acme.example' });
  });
  it('only lets owners change the address of an owner', async () => {
    await expect(update(administrator, owner, { new_email: 'taken-over@example.com' })).rejects.toMatchObject({
      msg: 'Must be an organization owner',
    });
  });
});

describe('a refused change', () => {
  it.each([
    ['a member', () => member],
    ['a guest', () => guest],
  ])('because %s asks', async (_, who) => {
    await expect(update(who(), administrator, { full_name: 'Not You' })).rejects.toMatchObject({ msg: 'Insufficient permission' });
  });
  it('changes nothing, even if a part of it was allowed', async () => {
    const person = await suite.account(home, { fullName: 'Stays So' });
    const seq = await newestSeq(suite.stores.database, home.id);
    await expect(update(administrator, person, { full_name: 'Changed', new_email: owner.deliveryEmail })).rejects.toThrow();
    expect(await seen(member, person)).toMatchObject({ full_name: 'Stays So' });
    expect(await loggedEvents(suite.stores.database, home.id, seq)).toEqual([]);
  });
  it('logs no event, like a change without effect', async () => {
    const seq = await newestSeq(suite.stores.database, home.id);
    const { full_name } = await seen(member, member);
    await update(administrator, member, { full_name, role: ROLES.member, new_email: member.deliveryEmail });
    expect(await newestSeq(suite.stores.database, home.id)).toBe(seq);
  });
});

describe('the user to change', () => {
  it('is found by id and by address, in any case', async () => {
    const person = await suite.account(home);
    await update(administrator, person.deliveryEmail.toUpperCase(), { full_name: 'By Address' });
    expect(await seen(member, person)).toMatchObject({ full_name: 'By Address' });
  });
  it.each(['999999999', '99999999999999999999', 'nobody@example.com', 'x', '', '1\u0000', '-1'])('%j is unknown', async (idOrEmail) => {
    await expect(update(administrator, idOrEmail, { full_name: 'Nobody' })).rejects.toMatchObject({ status: 400, msg: 'No such user' });
  });
  it('cannot be of another organization or a system bot', async () => {
    const stranger = await suite.account(await suite.organization());
    for (const idOrEmail of [String(stranger.userId), stranger.deliveryEmail]) {
      await expect(update(owner, idOrEmail, { full_name: 'Stranger' })).rejects.toMatchObject({ msg: 'No such user' });
    }
    const bots = await suite.stores.database.client.userAccount.findMany({ where: { organizationId: home.id, isSystemBot: true } });
    for (const bot of bots)
      await expect(update(owner, String(bot.id), { full_name: 'A Bot' })).rejects.toMatchObject({ msg: 'No such user' });
  });
  it('can be one’s own bot, except for role and address', async () => {
    const bot = await suite.account(home, { botOwnerId: member.userId });
    await update(member, bot, { full_name: 'My Bot' });
    expect(await seen(guest, bot)).toMatchObject({ full_name: 'My Bot' });
    const refused = { msg: 'Must be an organization administrator' };
    await expect(update(member, bot, { role: ROLES.administrator })).rejects.toMatchObject(refused);
    await expect(update(member, bot, { new_email: 'free-bot@example.com' })).rejects.toMatchObject(refused);
  });
  it('is unknown if they are hidden from the calling guest', async () => {
    const organization = await rows.organization();
    const settings = { can_access_all_users_group: organization.groups['role:members'] };
    await suite.stores.database.client.organization.update({ where: { id: organization.id }, data: { settings } });
    const looking = await rows.user(organization, { role: ROLES.guest });
    const far = await rows.user(organization);
    const idOrEmail = suite.stores.rpc.call(updateUser, { user_id: String(far.id), full_name: 'Far' }, looking.caller);
    await expect(idOrEmail).rejects.toMatchObject({ msg: 'No such user' });
  });
});
