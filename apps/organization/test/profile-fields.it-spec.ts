import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createProfileField,
  deleteProfileField,
  listProfileFields,
  PROFILE_FIELD_TYPES,
  reorderProfileFields,
  updateProfileData,
  updateProfileField,
} from '@parley/contracts/organization';
import { queueView } from '@parley/testing';
import { ConfigurationSuite, type People } from './configuration-suite.js';

let configuration: ConfigurationSuite;
beforeAll(async () => {
  configuration = await ConfigurationSuite.open();
});
afterAll(() => configuration.close());

type Fields = Readonly<Record<string, unknown>>;
const { SHORT_TEXT, LONG_TEXT, SELECT, DATE, URL, USER, EXTERNAL_ACCOUNT, PRONOUNS } = PROFILE_FIELD_TYPES;
const EDITORS = JSON.stringify({ '0': { text: 'Vim', order: '1' }, '1': { text: 'Emacs', order: '2' } });

const add = async (who: People['owner'], type: number, fields: Fields = {}) =>
  (await configuration.call(createProfileField, who, { field_type: String(type), name: `Field of type ${type}`, ...fields })).id;
const change = (who: People['owner'], field_id: number, fields: Fields) =>
  configuration.call(updateProfileField, who, { field_id, ...fields });
const list = async (who: People['owner']) => (await configuration.call(listProfileFields, who, {})).custom_fields;
const groups = ['custom_profile_fields', 'realm_user'];

describe('custom profile fields', () => {
  it('of all eight types can be created, and everyone receives the complete list', async () => {
    const people = await configuration.people();
    const received = await configuration.explained(people, groups, async () => {
      await add(people.administrator, SHORT_TEXT.id, {
        hint: ' A hint ',
        use_for_user_matching: 'true',
        display_in_profile_summary: 'true',
      });
      await add(people.owner, LONG_TEXT.id, { required: 'true' });
      await add(people.owner, SELECT.id, { field_data: EDITORS, display_in_profile_summary: 'true' });
      await add(people.owner, DATE.id, { editable_by_user: 'false' });
      await add(people.owner, URL.id, { field_data: '{}' });
      await add(people.owner, USER.id);
      await add(people.owner, EXTERNAL_ACCOUNT.id, { name: '', field_data: '{"subtype":"github"}', use_for_user_matching: 'true' });
      await add(people.owner, PRONOUNS.id);
    });
    const fields = await list(people.guest);
    const plain = (type: number, order: number) => ({
      id: expect.any(Number),
      type,
      order,
      name: `Field of type ${type}`,
      hint: '',
      field_data: '',
      required: false,
      editable_by_user: true,
    });
    expect(fields).toEqual([
      { ...plain(1, 0), hint: 'A hint', use_for_user_matching: true, display_in_profile_summary: true },
      { ...plain(2, 1), required: true },
      { ...plain(3, 2), field_data: EDITORS, display_in_profile_summary: true },
      { ...plain(4, 3), editable_by_user: false },
      plain(5, 4),
      plain(6, 5),
      { ...plain(7, 6), name: 'GitHub username', field_data: '{"subtype":"github"}', use_for_user_matching: true },
      plain(8, 7),
    ]);
    expect(received(people.guest)).toHaveLength(8);
    expect(received(people.guest).at(-1)).toEqual({ type: 'custom_profile_fields', fields });
  });

  it('for pronouns are short texts for clients that do not know the type', async () => {
    const people = await configuration.people();
    const older = { ...queueView(1).capabilities, pronouns_field_type_supported: false };
    const received = await configuration.explained(people, groups, () => add(people.owner, PRONOUNS.id), older);
    expect(received(people.member)).toMatchObject([{ fields: [{ type: 1 }] }]);
  });

  it('can be changed in part', async () => {
    const people = await configuration.people();
    const id = await add(people.owner, SELECT.id, { field_data: EDITORS, hint: 'Which?' });
    await configuration.explained(people, groups, () =>
      change(people.administrator, id, {
        name: ' Editor ',
        required: 'true',
        editable_by_user: 'false',
        display_in_profile_summary: 'true',
      }),
    );
    expect(await list(people.member)).toMatchObject([
      {
        id,
        name: 'Editor',
        hint: 'Which?',
        field_data: EDITORS,
        required: true,
        editable_by_user: false,
        display_in_profile_summary: true,
      },
    ]);
    const received = await configuration.explained(people, groups, () =>
      change(people.administrator, id, { name: 'Editor', field_data: EDITORS }),
    );
    expect(received(people.member)).toEqual([]);
  });

  it('lose the values of removed choices', async () => {
    const people = await configuration.people();
    const id = await add(people.owner, SELECT.id, { field_data: EDITORS });
    const setData = (who: People['owner'], value: string) =>
      configuration.call(updateProfileData, who, { data: JSON.stringify([{ id, value }]) });
    await setData(people.member, '1');
    await setData(people.owner, '0');
    const received = await configuration.explained(people, groups, () =>
      change(people.owner, id, { field_data: '{"0":{"text":"Vi","order":"1"},"2":{"text":"Ed","order":"2"}}' }),
    );
    expect(received(people.guest).slice(1)).toEqual([
      { type: 'realm_user', op: 'update', person: { user_id: people.member.id, custom_profile_field: { id, value: null } } },
    ]);
  });

  it('lose these values also if guests see few users, and guests only receive events of users they see', async () => {
    const people = await configuration.people();
    const { organization, member, guest } = people;
    const settings = { can_access_all_users_group: organization.groups['role:members'] };
    await configuration.database.client.organization.update({ where: { id: organization.id }, data: { settings } });
    const id = await add(people.owner, SELECT.id, { field_data: EDITORS });
    for (const who of [member, guest]) {
      await configuration.call(updateProfileData, who, { data: JSON.stringify([{ id, value: '1' }]) });
    }
    const received = await configuration.explained(people, groups, () =>
      change(people.owner, id, { field_data: '{"0":{"text":"Vim","order":"1"}}' }),
    );
    const gone = (user_id: number) => ({
      type: 'realm_user',
      op: 'update',
      person: { user_id, custom_profile_field: { id, value: null } },
    });
    expect(received(guest).slice(1)).toEqual([gone(guest.id)]);
    expect(received(member).slice(1)).toEqual([gone(member.id), gone(guest.id)]);
  });

  it('are deleted with their values', async () => {
    const people = await configuration.people();
    const id = await add(people.owner, SHORT_TEXT.id);
    await configuration.call(updateProfileData, people.member, { data: JSON.stringify([{ id, value: 'hello' }]) });
    const received = await configuration.explained(people, groups, () =>
      configuration.call(deleteProfileField, people.owner, { field_id: id }),
    );
    expect(received(people.guest)).toEqual([{ type: 'custom_profile_fields', fields: [] }]);
    expect(await configuration.database.client.profileValue.count({ where: { fieldId: id } })).toBe(0);
  });

  it('can be reordered', async () => {
    const people = await configuration.people();
    const [first, second] = [await add(people.owner, SHORT_TEXT.id), await add(people.owner, DATE.id)];
    const reorder = (order: number[]) => configuration.call(reorderProfileFields, people.administrator, { order: JSON.stringify(order) });
    await configuration.explained(people, groups, () => reorder([second, first]));
    expect((await list(people.member)).map(({ id, order }) => [id, order])).toEqual([
      [second, 0],
      [first, 1],
    ]);
    expect((await configuration.explained(people, groups, () => reorder([second, first])))(people.member)).toEqual([]);
    for (const order of [[first], [first, first], [first, second, 1_999_999_999], []]) {
      expect(await configuration.refusal(reorderProfileFields, people.owner, { order: JSON.stringify(order) })).toBe(
        'Invalid order mapping.',
      );
    }
  });
});

describe('a custom profile field is refused', () => {
  it.each<[string, number, Fields]>([
    ['Label cannot be blank.', 1, { name: ' ' }],
    ['name is too long (limit: 40 characters)', 1, { name: 'x'.repeat(41) }],
    ['hint is too long (limit: 80 characters)', 1, { hint: 'x'.repeat(81) }],
    ['name has invalid format', 1, { name: 'a\0' }],
    ['Invalid field type.', 0, {}],
    ['Invalid field type.', 9, {}],
    ['field_data is not a dict', 3, { field_data: '[]' }],
    ['Field must have at least one choice.', 3, {}],
    ['Field must not have duplicate choices.', 3, { field_data: '{"0":{"text":"a","order":"1"},"1":{"text":"a","order":"2"}}' }],
    ['Field type not supported for display in profile summary.', 6, { display_in_profile_summary: 'true' }],
    ['Field type not supported for user matching.', 4, { use_for_user_matching: 'true' }],
    ['Invalid external account type', 7, { field_data: '{"subtype":"nothing"}' }],
    ['Custom external account must define URL pattern', 7, { field_data: '{"subtype":"custom"}' }],
    ["URL pattern must contain '%(username)s'.", 7, { field_data: '{"subtype":"custom","url_pattern":"https://a.b"}' }],
  ])('%s (type %i)', async (msg, type, fields) => {
    const { owner } = await configuration.people();
    expect(await configuration.refusal(createProfileField, owner, { field_type: String(type), name: 'A field', ...fields })).toBe(msg);
  });

  it('if its label is taken, or two others are in the summary', async () => {
    const { owner } = await configuration.people();
    const inSummary = { display_in_profile_summary: 'true' };
    await add(owner, 1, { name: 'one', ...inSummary });
    const second = await add(owner, 1, { name: 'two', ...inSummary });
    const third = await add(owner, 1, { name: 'three' });
    const taken = 'A field with that label already exists.';
    expect(await configuration.refusal(createProfileField, owner, { field_type: '1', name: ' one' })).toBe(taken);
    expect(await configuration.refusal(updateProfileField, owner, { field_id: third, name: 'one' })).toBe(taken);
    const full = 'Only 2 custom profile fields can be displayed in the profile summary.';
    expect(await configuration.refusal(createProfileField, owner, { field_type: '1', name: 'four', ...inSummary })).toBe(full);
    expect(await configuration.refusal(updateProfileField, owner, { field_id: third, ...inSummary })).toBe(full);
    await change(owner, second, { hint: 'stays in the summary', ...inSummary });
  });

  it('if a known site would be changed', async () => {
    const { owner } = await configuration.people();
    const id = await add(owner, 7, { field_data: '{"subtype":"github"}' });
    expect(await configuration.refusal(updateProfileField, owner, { field_id: id, name: 'Hub' })).toBe(
      'Default custom field cannot be updated.',
    );
    await change(owner, id, { display_in_profile_summary: 'true' });
  });

  it('if it does not exist or belongs to another organization; and for users who are no administrators', async () => {
    const [home, away] = [await configuration.people(), await configuration.people()];
    const foreign = await add(away.owner, 1);
    for (const field_id of [foreign, 1_999_999_999, 900_000_000_000_000]) {
      const msg = `Field id ${field_id} not found.`;
      expect(await configuration.refusal(deleteProfileField, home.owner, { field_id })).toBe(msg);
      expect(await configuration.refusal(updateProfileField, home.owner, { field_id, hint: 'x' })).toBe(msg);
    }
    const field_id = await add(home.owner, 1);
    for (const who of [home.member, home.guest]) {
      const refusals = [
        await configuration.refusal(createProfileField, who, { field_type: '1', name: 'Mine' }),
        await configuration.refusal(updateProfileField, who, { field_id, hint: 'x' }),
        await configuration.refusal(deleteProfileField, who, { field_id }),
        await configuration.refusal(reorderProfileFields, who, { order: `[${field_id}]` }),
      ];
      expect(new Set(refusals)).toEqual(new Set(['Must be an organization administrator']));
    }
  });
});
