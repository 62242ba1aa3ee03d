import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { ALL_ROLES, type Caller, ROLES, type Role } from '@parley/contracts';
import { EMAIL_VISIBILITY, getUsers, updateUser } from '@parley/contracts/organization';
import { Rows, type UserRow } from '@parley/testing';
import { PortionRows } from '../src/register/portion-rows.js';
import { OrganizationSuite } from './organization-suite.js';

let suite: OrganizationSuite;
let rows: Rows;
beforeAll(async () => {
  suite = await OrganizationSuite.open();
  rows = new Rows(suite.stores.database);
});
afterAll(() => suite.close());

const MANY = 1_100;

const listedFor = async (caller: Caller, withProfiles = false) => {
  const params = { client_gravatar: false, include_custom_profile_fields: withProfiles };
  return (await suite.stores.rpc.call(getUsers, params, caller)).members;
};

it('everybody of a large organization is listed by id, also for several people at once', async () => {
  const organization = await rows.organization();
  const hidden = { emailAddressVisibility: EMAIL_VISIBILITY.nobody };
  const first = await rows.user(organization, hidden);
  const many = await rows.manyUsers(organization, MANY);
  const last = await rows.user(organization, hidden);
  const inactive = await rows.user(organization, { isActive: false });
  const readers = [first, last, first, last];
  // The first time nothing is kept.
  for (const withProfiles of [false, false, true]) {
    const lists = await Promise.all(readers.map(({ caller }) => listedFor(caller, withProfiles)));
    for (const [index, members] of lists.entries()) {
      expect(members.map((user) => user.user_id)).toEqual([first.id, ...many, last.id, inactive.id]);
      const shown = members.filter((user) => user.delivery_email !== null && [first.id, last.id].includes(user.user_id));
      expect(shown.map((user) => user.user_id)).toEqual([readers[index]?.id]);
      expect(members.every((user) => 'profile_data' in user === withProfiles)).toBe(true);
    }
  }
});

it('a change is shown to the next caller, and each role sees what it may', async () => {
  const organization = await suite.organization();
  const administrator = await suite.account(organization, { role: ROLES.administrator });
  const member = await suite.account(organization, { fullName: 'Before' });
  const names = async (caller: Caller) => (await listedFor(caller)).map((user) => user.full_name);
  expect(await names(member.caller)).toContain('Before');
  expect(await names(administrator.caller)).toContain('Before');
  await suite.stores.rpc.call(updateUser, { user_id: String(member.userId), full_name: 'Afterwards' }, administrator.caller);
  for (const { caller } of [member, administrator]) {
    expect(await names(caller)).toContain('Afterwards');
    expect(await names(caller)).not.toContain('Before');
  }
});

it('a list of another organization is never given', async () => {
  const [one, two] = [await rows.organization(), await rows.organization()];
  const [reader, stranger] = [await rows.user(one), await rows.user(two)];
  expect((await listedFor(reader.caller)).map((user) => user.user_id)).toEqual([reader.id]);
  expect((await listedFor(stranger.caller)).map((user) => user.user_id)).toEqual([stranger.id]);
});

it('callers whose roles see the same email addresses share a list, and others never do', async () => {
  const organization = await rows.organization();
  const hidden = await rows.user(organization, { emailAddressVisibility: EMAIL_VISIBILITY.administrators });
  const callers = new Map<Role, UserRow>();
  for (const role of ALL_ROLES) callers.set(role, await rows.user(organization, { role }));
  const reads = jest.spyOn(PortionRows.prototype, 'read');
  // Rows are read exactly when a text is made.
  const look = async (role: Role) => {
    const { caller } = callers.get(role) ?? hidden;
    const before = reads.mock.calls.length;
    const address = (await listedFor(caller)).find((user) => user.user_id === hidden.id)?.delivery_email;
    return { makes: reads.mock.calls.length - before, sees: address === hidden.email };
  };
  try {
    expect(await look(ROLES.member)).toEqual({ makes: 1, sees: false });
    for (const role of [ROLES.moderator, ROLES.guest]) expect(await look(role)).toEqual({ makes: 0, sees: false });
    expect(await look(ROLES.owner)).toEqual({ makes: 1, sees: true });
    expect(await look(ROLES.administrator)).toEqual({ makes: 0, sees: true });
    expect(await look(ROLES.member)).toEqual({ makes: 0, sees: false });
  } finally {
    reads.mockRestore();
  }
});
