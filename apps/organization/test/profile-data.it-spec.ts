import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createProfileField,
  deleteProfileData,
  getMe,
  getUser,
  getUsers,
  PROFILE_FIELD_TYPES,
  type ProfileData,
  type ProfileDataChange,
  updateProfileData,
  updateUser,
} from '@parley/contracts/organization';
import { ConfigurationSuite, type People } from './configuration-suite.js';

let configuration: ConfigurationSuite;
beforeAll(async () => {
  configuration = await ConfigurationSuite.open();
});
afterAll(() => configuration.close());

const DATA: Readonly<Record<number, string>> = {
  3: '{"0":{"text":"Vim","order":"1"},"1":{"text":"Emacs","order":"2"}}',
  7: '{"subtype":"custom","url_pattern":"https://a.b/%(username)s"}',
};

/** One user of each kind, and a field of each type. */
async function setting() {
  const people = await configuration.people();
  const ids = new Map<number, number>();
  for (const { id: type } of Object.values(PROFILE_FIELD_TYPES)) ids.set(type, await field(people.owner, type));
  return { ...people, people, field: (type: number) => ids.get(type) ?? 0 };
}

async function field(who: People['owner'], type: number, fields = {}): Promise<number> {
  const given = {
    field_type: String(type),
    name: `Field ${type}`,
    ...(DATA[type] === undefined ? {} : { field_data: DATA[type] }),
    ...fields,
  };
  return (await configuration.call(createProfileField, who, given)).id;
}

const setData = (who: People['owner'], data: ProfileDataChange) =>
  configuration.call(updateProfileData, who, { data: JSON.stringify(data) });
const forget = (who: People['owner'], data: readonly number[]) =>
  configuration.call(deleteProfileData, who, { data: JSON.stringify(data) });
const own = async (who: People['owner']) => (await configuration.call(getMe, who, {})).profile_data;
const refusal = (who: People['owner'], data: unknown) => configuration.refusal(updateProfileData, who, { data: JSON.stringify(data) });

describe('profile data', () => {
  it('of all types is stored and sent to everyone', async () => {
    const { people, member, guest, owner, field } = await setting();
    const data: readonly [number, string | number[], ProfileData[string]][] = [
      [1, '**short**', { value: '**short**', rendered_value: '<p><strong>short</strong></p>' }],
      [2, 'long', { value: 'long', rendered_value: '<p>long</p>' }],
      [3, '1', { value: '1' }],
      [4, '2020-02-29', { value: '2020-02-29' }],
      [5, 'https://example.com/me', { value: 'https://example.com/me' }],
      [6, [owner.id, guest.id, owner.id], { value: `[${owner.id},${guest.id}]` }],
      [7, 'octocat', { value: 'octocat' }],
      [8, 'they/them', { value: 'they/them' }],
    ];
    const received = await configuration.explained(people, ['realm_user', 'custom_profile_fields'], () =>
      setData(
        member,
        data.map(([type, value]) => ({ id: field(type), value })),
      ),
    );
    const expected = Object.fromEntries(data.map(([type, , shown]) => [field(type), shown]));
    expect(await own(member)).toEqual(expected);
    expect(received(guest)).toEqual(
      data.map(([type, , shown]) => ({
        type: 'realm_user',
        op: 'update',
        person: { user_id: member.id, custom_profile_field: { id: field(type), ...shown } },
      })),
    );
  });

  it('is returned on request', async () => {
    const { member, guest, field } = await setting();
    await setData(member, [{ id: field(8), value: 'they/them' }]);
    const data = { [field(8)]: { value: 'they/them' } };
    const wanted = { include_custom_profile_fields: 'true' };
    const users = async (fields: Readonly<Record<string, unknown>>) =>
      (await configuration.call(getUsers, guest, fields)).members.find((user) => user.user_id === member.id);
    expect((await users(wanted))?.profile_data).toEqual(data);
    expect((await users({ ...wanted, user_ids: `[${member.id},900000000000000]` }))?.profile_data).toEqual(data);
    expect(await users({})).not.toHaveProperty('profile_data');
    expect((await configuration.call(getUser, guest, { user_id: member.id, ...wanted })).user.profile_data).toEqual(data);
    expect((await configuration.call(getUser, guest, { user_id: member.id })).user).not.toHaveProperty('profile_data');
  });

  it('is removed by null, by an empty value, and by DELETE', async () => {
    const { people, member, field } = await setting();
    const all = [1, 2, 3, 6].map(field);
    const fill = () => setData(member, [1, 2].map((type) => ({ id: field(type), value: 'x' })).concat([{ id: field(3), value: '0' }]));
    await fill();
    await setData(member, [{ id: field(6), value: [member.id] }]);
    const received = await configuration.explained(people, ['realm_user'], () =>
      setData(member, [
        { id: field(1), value: null },
        { id: field(2), value: '' },
        { id: field(6), value: [] },
      ]),
    );
    expect(received(member).map((event) => (event.person as { custom_profile_field: unknown }).custom_profile_field)).toEqual(
      [1, 2, 6].map((type) => ({ id: field(type), value: null })),
    );
    expect(await own(member)).toEqual({ [field(3)]: { value: '0' } });
    await fill();
    await configuration.explained(people, ['realm_user'], () => forget(member, all));
    expect(await own(member)).toEqual({});
    expect((await configuration.explained(people, ['realm_user'], () => forget(member, all)))(member)).toEqual([]);
  });

  it('sends no event if it does not change, and uses the last of several values', async () => {
    const { people, member, field } = await setting();
    await setData(member, [
      { id: field(1), value: 'a' },
      { id: field(1), value: 'b' },
    ]);
    expect(await own(member)).toMatchObject({ [field(1)]: { value: 'b' } });
    expect((await configuration.explained(people, ['realm_user'], () => setData(member, [{ id: field(1), value: 'b' }])))(member)).toEqual(
      [],
    );
  });

  it('can be set for others by administrators', async () => {
    const { people, administrator, member, field } = await setting();
    const set = (who: People['owner'], user: People['owner'], value: string | null) =>
      configuration.call(updateUser, who, { user_id: String(user.id), profile_data: JSON.stringify([{ id: field(1), value }]) });
    await configuration.explained(people, ['realm_user'], () => set(administrator, member, 'by an administrator'));
    expect(await own(member)).toMatchObject({ [field(1)]: { value: 'by an administrator' } });
    await set(administrator, member, null);
    expect(await own(member)).toEqual({});
    const fields = { user_id: String(member.id), full_name: 'Renamed', profile_data: '[{"id":1999999999,"value":"x"}]' };
    expect(await configuration.refusal(updateUser, administrator, fields)).toBe('Field id 1999999999 not found.');
    const bot = await configuration.rows.user(people.organization, { isBot: true, botOwnerId: member.id });
    const ofBot = { user_id: String(bot.id), profile_data: '[]' };
    expect(await configuration.refusal(updateUser, administrator, ofBot)).toBe('Insufficient permission');
    expect(await configuration.refusal(updateUser, member, ofBot)).toBe('Must be an organization administrator');
  });

  it('can be set by users only if the field allows it, and by administrators always', async () => {
    const { owner, member, administrator } = await configuration.people();
    const id = await field(owner, 1, { editable_by_user: 'false' });
    const msg = 'You are not allowed to change this field. Contact an administrator to update it.';
    expect(await refusal(member, [{ id, value: 'x' }])).toBe(msg);
    expect(await configuration.refusal(deleteProfileData, member, { data: `[${id}]` })).toBe(msg);
    await setData(administrator, [{ id, value: 'x' }]);
  });

  it.each<[string, number, unknown]>([
    ['Field 1 is too long (limit: 50 characters)', 1, 'x'.repeat(51)],
    ['Field 1 is not a string', 1, [7]],
    ["'7' is not a valid choice for 'Field 3'.", 3, '7'],
    ['Field 4 is not a date', 4, '2021-02-29'],
    ['Field 5 is not a URL', 5, 'javascript:alert(1)'],
    ['User IDs is not a list', 6, 'x'],
    ['Invalid user ID: 1999999999', 6, [1_999_999_999]],
    ['Invalid user ID: 900000000000000', 6, [900_000_000_000_000]],
    ['data[0]["value"] is not an allowed_type', 1, 7],
    ['data[0]["value"] is not an allowed_type', 6, ['7']],
  ])('is refused: %s', async (msg, type, value) => {
    const { member, field } = await setting();
    expect(await refusal(member, [{ id: field(type), value }])).toBe(msg);
  });

  it('is refused completely for unknown fields and users', async () => {
    const { organization, owner, member, guest, field: own1 } = await setting();
    const away = await setting();
    const good = { id: own1(1), value: 'x' };
    for (const id of [away.field(1), 1_999_999_999, 900_000_000_000_000]) {
      expect(await refusal(member, [good, { id, value: 'x' }])).toBe(`Field id ${id} not found.`);
      expect(await configuration.refusal(deleteProfileData, member, { data: `[${id}]` })).toBe(`Field id ${id} not found.`);
    }
    const [gone, bot] = [
      await configuration.rows.user(organization, { isActive: false }),
      await configuration.rows.user(organization, { isBot: true, botOwnerId: owner.id }),
    ];
    const naming = (user: { id: number }) => [good, { id: own1(6), value: [user.id] }];
    expect(await refusal(member, naming(gone))).toBe(`User with ID ${gone.id} is deactivated`);
    expect(await refusal(member, naming(bot))).toBe(`User with ID ${bot.id} is a bot`);
    expect(await refusal(member, naming(away.member))).toBe(`Invalid user ID: ${away.member.id}`);
    const settings = { can_access_all_users_group: organization.groups['role:members'] };
    await configuration.database.client.organization.update({ where: { id: organization.id }, data: { settings } });
    expect(await refusal(guest, naming(owner))).toBe(`Invalid user ID: ${owner.id}`);
    expect(await own(member)).toEqual({});
  });
});
