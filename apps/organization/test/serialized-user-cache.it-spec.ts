import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { type Caller, ROLES } from '@parley/contracts';
import { EMAIL_VISIBILITY, userObject } from '@parley/contracts/organization';
import { Rows } from '@parley/testing';
import { z } from 'zod';
import { PortionRows } from '../src/register/portion-rows.js';
import { OrganizationSuite } from './organization-suite.js';

let suite: OrganizationSuite;
let rows: Rows;
beforeAll(async () => {
  suite = await OrganizationSuite.open();
  rows = new Rows(suite.stores.database);
});
afterAll(() => suite.close());

const people = z.array(userObject);
const seenBy = async (caller: Caller) => people.parse((await suite.register(caller, { fetchEventTypes: ['realm_user'] })).realm_users);

it('users are listed correctly after changes of any service', async () => {
  const { client } = suite.stores.database;
  const organization = await rows.organization();
  const [reader, other] = [await rows.user(organization), await rows.user(organization)];
  const shown = async () => {
    await rows.changedWithoutEvent(organization);
    return (await seenBy(reader.caller)).find((user) => user.user_id === other.id);
  };
  await shown();

  await client.userAccount.update({ where: { id: other.id }, data: { fullName: 'Ünlü "Zed"' } });
  expect((await shown())?.full_name).toBe('Ünlü "Zed"');
  const field = await client.profileField.create({ data: { organizationId: organization.id, fieldType: 1, name: 'Team', place: 1 } });
  const value = { userId: other.id, fieldId: field.id };
  await client.profileValue.create({ data: { ...value, organizationId: organization.id, value: 'blue' } });
  expect((await shown())?.profile_data).toEqual({ [field.id]: { value: 'blue' } });
  await client.profileValue.update({ where: { userId_fieldId: value }, data: { value: 'red' } });
  expect((await shown())?.profile_data).toEqual({ [field.id]: { value: 'red' } });
  await client.profileValue.delete({ where: { userId_fieldId: value } });
  expect((await shown())?.profile_data).toEqual({});
  await client.userAccount.update({ where: { id: other.id }, data: { isActive: false } });
  expect(await shown()).toBeUndefined();
});

it('users see their own hidden email address, and no one else’s', async () => {
  const organization = await rows.organization();
  const hidden = { emailAddressVisibility: EMAIL_VISIBILITY.nobody };
  const two = [await rows.user(organization, hidden), await rows.user(organization, hidden)];
  for (const reader of [...two, ...two]) {
    const addresses = (await seenBy(reader.caller)).filter((user) => user.delivery_email !== null);
    expect(addresses.map((user) => user.user_id)).toEqual([reader.id]);
  }
});

it('a large organization is listed completely, ordered by id', async () => {
  const organization = await rows.organization();
  const hidden = await rows.user(organization, { emailAddressVisibility: EMAIL_VISIBILITY.nobody });
  const many = await rows.manyUsers(organization, 1_100);
  const last = await rows.user(organization, { emailAddressVisibility: EMAIL_VISIBILITY.nobody });
  for (const reader of [hidden, last]) {
    const listed = await seenBy(reader.caller);
    expect(listed.map((user) => user.user_id)).toEqual([hidden.id, ...many, last.id]);
    expect(listed.find((user) => user.user_id === reader.id)?.delivery_email).not.toBeNull();
  }
});

it('roles that see the same email addresses share a text, others never do, and changes of visibility or role move people', async () => {
  const { client } = suite.stores.database;
  const organization = await rows.organization();
  const hidden = await rows.user(organization, { emailAddressVisibility: EMAIL_VISIBILITY.administrators });
  const viewers = {
    owner: await rows.user(organization, { role: ROLES.owner }),
    administrator: await rows.user(organization, { role: ROLES.administrator }),
    moderator: await rows.user(organization, { role: ROLES.moderator }),
    member: await rows.user(organization),
    anotherMember: await rows.user(organization),
    guest: await rows.user(organization, { role: ROLES.guest }),
  };
  // Rows are read exactly when a text is made.
  const reads = jest.spyOn(PortionRows.prototype, 'read');
  const look = async (name: keyof typeof viewers, role = viewers[name].role) => {
    const before = reads.mock.calls.length;
    const seen = await seenBy({ ...viewers[name].caller, role });
    const address = seen.find((user) => user.user_id === hidden.id)?.delivery_email;
    return { makes: reads.mock.calls.length - before, sees: address === hidden.email };
  };
  const change = async (id: number, data: { emailAddressVisibility: number } | { role: number }) => {
    await client.userAccount.update({ where: { id }, data });
    await rows.changedWithoutEvent(organization);
  };
  const [fresh, kept] = [1, 0].map((makes) => ({ yes: { makes, sees: true }, no: { makes, sees: false } }));
  try {
    expect(await look('member')).toEqual(fresh?.no);
    for (const name of ['anotherMember', 'moderator', 'guest'] as const) expect(await look(name)).toEqual(kept?.no);
    expect(await look('administrator')).toEqual(fresh?.yes);
    expect(await look('owner')).toEqual(kept?.yes);
    expect(await look('member')).toEqual(kept?.no);

    await change(hidden.id, { emailAddressVisibility: EMAIL_VISIBILITY.moderators });
    expect(await look('member')).toEqual(fresh?.no);
    expect(await look('guest')).toEqual(kept?.no);
    expect(await look('moderator')).toEqual(fresh?.yes);
    for (const name of ['owner', 'administrator'] as const) expect(await look(name)).toEqual(kept?.yes);

    await change(viewers.anotherMember.id, { role: ROLES.moderator });
    expect(await look('member')).toEqual(fresh?.no);
    expect(await look('anotherMember', ROLES.moderator)).toEqual(fresh?.yes);
    expect(await look('owner')).toEqual(kept?.yes);

    await change(hidden.id, { emailAddressVisibility: EMAIL_VISIBILITY.everyone });
    expect(await look('guest')).toEqual(fresh?.yes);
    for (const name of ['owner', 'member'] as const) expect(await look(name)).toEqual(kept?.yes);

    await change(hidden.id, { emailAddressVisibility: EMAIL_VISIBILITY.nobody });
    expect(await look('owner')).toEqual(fresh?.no);
    for (const name of ['guest', 'member'] as const) expect(await look(name)).toEqual(kept?.no);
  } finally {
    reads.mockRestore();
  }
});
