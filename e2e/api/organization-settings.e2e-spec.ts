import { afterAll, describe, expect, it } from '@jest/globals';
import {
  getEvents,
  getServerSettings,
  ORGANIZATION_PERMISSION_NAMES,
  ORGANIZATION_PERMISSIONS,
  ORGANIZATION_SETTING_NAMES,
  ORGANIZATION_SETTINGS,
  type OrganizationSetting,
  registerQueue,
  updateOrganization,
} from '@parley/contracts';
import { closeConnections } from '../client/http.js';
import { World } from '../client/world.js';

const world = new World();
/** Other tests live in the other organization. */
const owner = world.as(world.stranger);
afterAll(() => closeConnections());

async function registered(): Promise<Readonly<Record<string, unknown>>> {
  return owner.ok(registerQueue, { fetch_event_types: ['realm', 'realm_user_groups'], event_types: [] });
}

/** Another value than the initial one, of all settings that are not switches. Channels are tested apart. */
const OTHERS: Readonly<Partial<Record<OrganizationSetting, unknown>>> = {
  org_type: 20,
  topics_policy: 'disable_empty_topic',
  message_content_edit_limit_seconds: 60,
  message_content_delete_limit_seconds: 'unlimited',
  move_messages_within_stream_limit_seconds: 3600,
  move_messages_between_streams_limit_seconds: 'unlimited',
  message_edit_history_visibility_policy: 'moves',
  message_retention_days: 30,
  waiting_period_threshold: 3,
  welcome_message_custom_text: 'Hello 𝒳',
  digest_weekday: 4,
  media_preview_size: 2,
  default_language: 'de',
  default_code_block_language: 'python',
  default_avatar_source: 'J',
  video_chat_provider: 0,
  jitsi_server_url: 'https://meet.example.com',
  giphy_rating: 3,
};
const isChannel = (name: OrganizationSetting) => /(channel|stream)_id$/.test(name);
const read = (value: unknown) => (value === 'unlimited' ? null : value);

describe('every setting of the organization', () => {
  it.each(ORGANIZATION_SETTING_NAMES.filter((name) => !isChannel(name)))('%s is set, read back, and set back', async (name) => {
    const { initial } = ORGANIZATION_SETTINGS[name];
    const other = typeof initial === 'boolean' ? !initial : OTHERS[name];
    expect(other).toBeDefined();
    expect(await owner.ok(updateOrganization, { [name]: other })).toMatchObject({ [name]: read(other) });
    expect((await registered())[`realm_${name}`]).toEqual(read(other));
    await owner.ok(updateOrganization, { [name]: initial ?? (name === 'jitsi_server_url' ? 'default' : 'unlimited') });
    expect((await registered())[`realm_${name}`]).toEqual(initial);
  });

  it.each(ORGANIZATION_SETTING_NAMES.filter(isChannel))('%s names a channel, or none', async (name) => {
    const { id } = await world.channel([world.stranger]);
    await owner.ok(updateOrganization, { [name]: id });
    expect((await registered())[`realm_${name}`]).toBe(id);
    await owner.ok(updateOrganization, { [name]: -1 });
    expect((await registered())[`realm_${name}`]).toBe(-1);
  });

  it.each(ORGANIZATION_PERMISSION_NAMES)('%s is given to others and back', async (name) => {
    const before = await registered();
    const groups = before.realm_user_groups as readonly { id: number; name: string }[];
    const { onlySystemGroups, initial } = ORGANIZATION_PERMISSIONS[name];
    const wanted = (onlySystemGroups ?? ['role:moderators', 'role:administrators']).find((group) => group !== initial);
    const group = groups.find((one) => one.name === wanted)?.id;
    const old = before[`realm_${name}`];
    expect(await owner.ok(updateOrganization, { [name]: { new: group, old } })).toMatchObject({ [name]: group });
    expect((await registered())[`realm_${name}`]).toBe(group);
    const stale = await owner.call(updateOrganization, { [name]: { new: old, old } });
    expect([stale.status, stale.body.code]).toEqual([400, 'EXPECTATION_MISMATCH']);
    await owner.ok(updateOrganization, { [name]: { new: old, old: group } });
    expect((await registered())[`realm_${name}`]).toEqual(old);
  });

  it('name and description are shown before anybody logs in', async () => {
    const { realm_name, realm_description } = await registered();
    await owner.ok(updateOrganization, { name: 'Renamed', description: 'Where *we* talk' });
    const anybody = world.anybody(new URL(String((await registered()).realm_url)).host);
    expect(await anybody.ok(getServerSettings, {})).toMatchObject({
      realm_name: 'Renamed',
      realm_description: '<p>Where <em>we</em> talk</p>',
    });
    await owner.ok(updateOrganization, { name: String(realm_name), description: String(realm_description) });
  });
});

describe('configuring', () => {
  it('is heard by everybody', async () => {
    const queue = await owner.ok(registerQueue, { event_types: ['realm'], fetch_event_types: [] });
    await owner.ok(updateOrganization, { digest_weekday: 2 });
    const { events } = await owner.ok(getEvents, { queue_id: queue.queue_id, last_event_id: queue.last_event_id });
    expect(events).toEqual([expect.objectContaining({ type: 'realm', op: 'update', property: 'digest_weekday', value: 2 })]);
    await owner.ok(updateOrganization, { digest_weekday: ORGANIZATION_SETTINGS.digest_weekday.initial });
  });

  it('is for administrators, and in part for owners', async () => {
    const answers = [
      await world.as(world.member).call(updateOrganization, { name: 'Mine' }),
      await world.as(world.guest).call(updateOrganization, { name: 'Mine' }),
      await world.as(world.administrator).call(updateOrganization, { invite_required: false }),
      await world.anybody().call(updateOrganization, { name: 'Mine' }),
    ];
    expect(answers.map(({ status, body }) => `${status} ${body.msg}`)).toEqual([
      '400 Must be an organization administrator',
      '400 Must be an organization administrator',
      '400 Must be an organization owner',
      expect.stringMatching(/^401 /),
    ]);
  });

  it('is refused as a whole, with the reason', async () => {
    const before = await registered();
    const { id: foreignChannel } = await world.channel([world.member]);
    const refusal = async (fields: Record<string, unknown>) =>
      (await owner.call(updateOrganization, { description: 'not stored', ...fields })).body.msg;
    expect(await refusal({ org_type: 1 })).toBe('Invalid org_type');
    expect(await refusal({ digest_weekday: 9 })).toBe('digest_weekday is too large');
    expect(await refusal({ name: ' ' })).toBe('name cannot be blank');
    expect(await refusal({ signup_announcements_stream_id: foreignChannel })).toBe('Invalid channel ID');
    expect(await refusal({ can_create_groups: { new: 1_999_999_999 } })).toBe('Invalid user group');
    expect((await registered()).realm_description).toBe(before.realm_description);
  });
});
