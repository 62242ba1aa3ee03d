import { afterAll, describe, expect, it } from '@jest/globals';
import type { ClientEvent } from '@parley/client-events';
import { registerQueue } from '@parley/contracts/event-queue';
import {
  createProfileField,
  deleteProfileData,
  deleteProfileField,
  getMe,
  getUsers,
  listProfileFields,
  PROFILE_FIELD_TYPES,
  reorderProfileFields,
  updateProfileData,
  updateProfileField,
  updateUser,
} from '@parley/contracts/organization';
import { closeConnections } from '../client/http.js';
import { receiveEvents } from '../client/receive-events.js';
import { World } from '../client/world.js';

const world = new World();
const administrator = world.as(world.administrator);
const member = world.as(world.member);
const guest = world.as(world.guest);
afterAll(() => closeConnections());

const FIELD_DATA: Readonly<Record<number, unknown>> = {
  3: { '0': { text: 'Vim', order: '1' }, '1': { text: 'Emacs', order: '2' } },
  7: { subtype: 'custom', url_pattern: 'https://a.b/%(username)s' },
};

async function field(type: number, fields: Record<string, unknown> = {}): Promise<number> {
  const { id } = await administrator.ok(createProfileField, {
    name: world.fresh('f').replaceAll(' ', ''),
    field_type: type,
    ...(FIELD_DATA[type] === undefined ? {} : { field_data: FIELD_DATA[type] }),
    ...fields,
  });
  return id;
}
const drop = (ids: readonly number[]) => Promise.all(ids.map((field_id) => administrator.ok(deleteProfileField, { field_id })));
const shown = async (id: number) => (await member.ok(listProfileFields, {})).custom_fields.find((one) => one.id === id);

const VALUES: Readonly<Record<number, [string | number[], string]>> = {
  1: ['*hello*', '*hello*'],
  2: ['long', 'long'],
  3: ['1', '1'],
  4: ['2020-02-29', '2020-02-29'],
  5: ['https://example.com', 'https://example.com'],
  6: [[world.member.user_id], `[${world.member.user_id}]`],
  7: ['octocat', 'octocat'],
  8: ['they/them', 'they/them'],
};

describe('custom profile fields', () => {
  it.each(Object.values(PROFILE_FIELD_TYPES))(
    'of the type $name are created, set, read, cleared and deleted, with events to everyone',
    async ({ id: type }) => {
      const queue = await guest.ok(registerQueue, { event_types: ['custom_profile_fields', 'realm_user'], fetch_event_types: [] });
      const id = await field(type);
      expect(await shown(id)).toMatchObject({ id, type, required: false, editable_by_user: true });
      const [value, stored] = VALUES[type] ?? [];
      await member.ok(updateProfileData, { data: [{ id, value }] });
      const rendered = type === 1 || type === 2 ? { rendered_value: expect.stringMatching(/^<p>/) } : {};
      const expected = { value: stored, ...rendered };
      expect((await member.ok(getMe, {})).profile_data?.[id]).toEqual(expected);
      const { members } = await guest.ok(getUsers, { include_custom_profile_fields: true });
      expect(members.find((user) => user.user_id === world.member.user_id)?.profile_data?.[id]).toEqual(expected);
      await member.ok(deleteProfileData, { data: [id] });
      expect((await member.ok(getMe, {})).profile_data).not.toHaveProperty(String(id));
      await administrator.ok(deleteProfileField, { field_id: id });
      expect(await shown(id)).toBeUndefined();
      const valueIs = (custom_profile_field: unknown) => ({ type: 'realm_user', person: { custom_profile_field } });
      const isMeant = (event: ClientEvent, before: number) =>
        event.type === 'realm_user'
          ? Object(event.person).custom_profile_field?.id === id
          : (event.fields as { id: number }[]).some((one) => one.id === id) === (before === 0);
      expect(await receiveEvents(guest, queue, 4, isMeant)).toMatchObject([
        { type: 'custom_profile_fields' },
        valueIs({ id, ...expected }),
        valueIs({ id, value: null }),
        { type: 'custom_profile_fields' },
      ]);
    },
  );

  it('are changed and reordered', async () => {
    const ids = [await field(1), await field(4)];
    const name = world.fresh('n').replaceAll(' ', '');
    await administrator.ok(updateProfileField, { field_id: ids[0], name, hint: 'A hint', required: true });
    expect(await shown(ids[0] ?? 0)).toMatchObject({ name, hint: 'A hint', required: true });
    const now = (await member.ok(listProfileFields, {})).custom_fields.map(({ id }) => id);
    const order = now.toReversed();
    await administrator.ok(reorderProfileFields, { order });
    expect((await member.ok(listProfileFields, {})).custom_fields.map(({ id }) => id)).toEqual(order);
    const answer = await administrator.call(reorderProfileFields, { order: order.slice(1) });
    expect([answer.status, answer.body.msg]).toEqual([400, 'Invalid order mapping.']);
    await drop(ids);
  });

  it('are set by administrators for others, and returned by endpoints and registration', async () => {
    const id = await field(8, { editable_by_user: false });
    const refused = await member.call(updateProfileData, { data: [{ id, value: 'she/her' }] });
    expect(refused.body.msg).toBe('You are not allowed to change this field. Contact an administrator to update it.');
    await administrator.ok(updateUser, { user_id: String(world.member.user_id), profile_data: [{ id, value: 'she/her' }] });
    const state: Readonly<Record<string, unknown>> = await member.ok(registerQueue, {
      fetch_event_types: ['realm_user', 'custom_profile_fields'],
      event_types: [],
      client_capabilities: { notification_settings_null: true, pronouns_field_type_supported: false },
    });
    expect(state.custom_profile_fields).toContainEqual(expect.objectContaining({ id, type: 1 }));
    const me = (state.realm_users as { user_id: number; profile_data: unknown }[]).find((user) => user.user_id === world.member.user_id);
    expect(me?.profile_data).toMatchObject({ [id]: { value: 'she/her' } });
    await drop([id]);
  });

  it('are refused with the reason', async () => {
    const refusal = async (fields: Record<string, unknown>) =>
      (await administrator.call(createProfileField, { name: 'x', field_type: 1, ...fields })).body.msg;
    expect(await refusal({ name: ' ' })).toBe('Label cannot be blank.');
    expect(await refusal({ field_type: 9 })).toBe('Invalid field type.');
    expect(await refusal({ field_type: 3 })).toBe('Field must have at least one choice.');
    expect(await refusal({ field_type: 6, display_in_profile_summary: true })).toBe(
      'Field type not supported for display in profile summary.',
    );
    expect(await refusal({ field_type: 7, field_data: { subtype: 'custom' } })).toBe('Custom external account must define URL pattern');
    const id = await field(4);
    const value = async (given: unknown) => (await member.call(updateProfileData, { data: [{ id, value: given }] })).body.msg;
    expect(await value('tomorrow')).toMatch(/ is not a date$/);
    expect(await value({})).toBe('data[0]["value"] is not an allowed_type');
    expect((await member.call(updateProfileData, { data: [{ id: 1_999_999_999, value: 'x' }] })).body.msg).toBe(
      'Field id 1999999999 not found.',
    );
    expect((await world.as(world.bot).call(updateProfileData, { data: [] })).body.msg).toBe('This endpoint does not accept bot requests.');
    expect((await world.as(world.stranger).call(deleteProfileField, { field_id: id })).body.msg).toBe(`Field id ${id} not found.`);
    for (const actor of [member, world.as(world.guest)]) {
      const answers = [
        await actor.call(createProfileField, { name: 'x', field_type: 1 }),
        await actor.call(updateProfileField, { field_id: id, hint: 'x' }),
        await actor.call(deleteProfileField, { field_id: id }),
        await actor.call(reorderProfileFields, { order: [id] }),
      ];
      expect(answers.map(({ body }) => body.msg)).toEqual(Array(4).fill('Must be an organization administrator'));
    }
    expect((await world.anybody().call(listProfileFields, {})).status).toBe(401);
    await drop([id]);
  });
});
