import { afterAll, describe, expect, it } from '@jest/globals';
import type { ClientEvent } from '@parley/client-events';
import { updateChannel } from '@parley/contracts/channels';
import { registerQueue } from '@parley/contracts/event-queue';
import { getMessage, getMessageHistory, getMessages, getReadReceipts, sendMessage, updateMessage } from '@parley/contracts/messaging';
import {
  addRealmEmoji,
  createUser,
  fetchApiKey,
  getMe,
  getServerSettings,
  getUserGroups,
  ORGANIZATION_PERMISSION_NAMES,
  ORGANIZATION_PERMISSIONS,
  ORGANIZATION_SETTING_NAMES,
  ORGANIZATION_SETTINGS,
  type OrganizationSetting,
  updateOrganization,
  uploadAvatar,
} from '@parley/contracts/organization';
import { updateSettings } from '@parley/contracts/settings';
import { otherOrganizationValue } from '@parley/testing';
import { GREEN_PIXEL } from '../client/green-pixel.js';
import { closeConnections } from '../client/http.js';
import { Listener } from '../client/listener.js';
import { receiveEvents } from '../client/receive-events.js';
import { World } from '../client/world.js';

const world = new World();
/** The other organization, because other tests use the first one. */
const owner = world.as(world.stranger);
afterAll(() => closeConnections());

async function registered(): Promise<Readonly<Record<string, unknown>>> {
  return owner.ok(registerQueue, { fetch_event_types: ['realm', 'realm_user_groups'], event_types: [] });
}

const isChannel = (name: OrganizationSetting) => /(channel|stream)_id$/.test(name);
const read = (value: unknown) => (value === 'unlimited' ? null : value);

/** Settings that only owners may change. Administrators may change all others. */
const FOR_OWNERS = new Set([
  'require_second_factor_from',
  'api_keys_allowed',
  'authentication_methods',
  'can_create_groups',
  'can_invite_users_group',
  'can_manage_all_groups',
  'create_multiuse_invite_group',
  'disallow_disposable_email_addresses',
  'emails_restricted_to_domains',
  'invite_required',
  'message_retention_days',
  'owner_full_content_access',
  'waiting_period_threshold',
]);

describe('who may change a setting', () => {
  /** The current value of the setting, so that an allowed call changes nothing. */
  async function sameAgain(name: string): Promise<Record<string, unknown>> {
    const fields = await world.as(world.owner).ok(registerQueue, { fetch_event_types: ['realm'], event_types: [] });
    const value = (fields as Readonly<Record<string, unknown>>)[`realm_${name}`];
    if (name === 'authentication_methods') return { [name]: { Email: true } };
    if (ORGANIZATION_PERMISSION_NAMES.some((permission) => permission === name)) return { [name]: { new: value } };
    const declared = Object.entries(ORGANIZATION_SETTINGS).find(([setting]) => setting === name)?.[1];
    return { [name]: value ?? Object.keys(declared?.words ?? {})[0] };
  }
  const names = ['name', 'description', 'authentication_methods', ...ORGANIZATION_SETTING_NAMES, ...ORGANIZATION_PERMISSION_NAMES];

  it.each(names)('%s', async (name) => {
    const wanted = await sameAgain(name);
    const msgs = await Promise.all(
      [world.owner, world.administrator, world.member, world.guest, world.bot].map(
        async (who) => (await world.as(who).call(updateOrganization, wanted)).body.msg,
      ),
    );
    const administrators = 'Must be an organization administrator';
    const forAdministrator = FOR_OWNERS.has(name) ? 'Must be an organization owner' : '';
    expect(msgs).toEqual(['', forAdministrator, administrators, administrators, administrators]);
  });
  it('with one owner setting among several nothing is changed', async () => {
    const groups = await world.as(world.owner).ok(getUserGroups, {});
    const administrators = groups.user_groups.find((group) => group.name === 'role:administrators')?.id;
    const both = { description: 'Not to be seen', can_manage_all_groups: { new: administrators } };
    const { status, body } = await world.as(world.administrator).call(updateOrganization, both);
    expect([status, body.msg]).toEqual([400, 'Must be an organization owner']);
    const fields: Readonly<Record<string, unknown>> = await world
      .as(world.owner)
      .ok(registerQueue, { fetch_event_types: ['realm'], event_types: [] });
    expect(fields.realm_description).not.toBe(both.description);
    expect(fields.realm_can_manage_all_groups).not.toBe(administrators);
  });
});

describe('every setting of the organization', () => {
  // Without API keys, these clients could not continue: api-keys-allowed.e2e-spec.ts.
  const names = ORGANIZATION_SETTING_NAMES.filter((name) => !isChannel(name) && name !== 'api_keys_allowed');

  it.each(names)('%s is set, read, and reset', async (name) => {
    const { initial, words } = ORGANIZATION_SETTINGS[name];
    const other = otherOrganizationValue(name);
    expect(await owner.ok(updateOrganization, { [name]: other })).toMatchObject({ [name]: read(other) });
    expect((await registered())[`realm_${name}`]).toEqual(read(other));
    await owner.ok(updateOrganization, { [name]: initial ?? Object.keys(words)[0] });
    expect((await registered())[`realm_${name}`]).toEqual(initial);
  });

  it.each(ORGANIZATION_SETTING_NAMES.filter(isChannel))('%s names a channel, or none', async (name) => {
    const { id } = await world.channel([world.stranger]);
    await owner.ok(updateOrganization, { [name]: id });
    expect((await registered())[`realm_${name}`]).toBe(id);
    await owner.ok(updateOrganization, { [name]: -1 });
    expect((await registered())[`realm_${name}`]).toBe(-1);
  });

  it.each(ORGANIZATION_PERMISSION_NAMES)('%s is changed and reset', async (name) => {
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

  it('name and description are public', async () => {
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

describe('changing settings', () => {
  it('sends events to everyone', async () => {
    const queue = await owner.ok(registerQueue, { event_types: ['realm'], fetch_event_types: [] });
    await owner.ok(updateOrganization, { digest_weekday: 2 });
    const isMeant = ({ property }: ClientEvent) => property === 'digest_weekday';
    expect(await receiveEvents(owner, queue, 1, isMeant)).toEqual([{ type: 'realm', op: 'update', property: 'digest_weekday', value: 2 }]);
    await owner.ok(updateOrganization, { digest_weekday: ORGANIZATION_SETTINGS.digest_weekday.initial });
  });

  it('is allowed for administrators, and some settings for owners only', async () => {
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

  it('is refused completely, with the reason', async () => {
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

describe('a setting has its effect', () => {
  const picture = [{ name: 'a.png', content: GREEN_PIXEL }];
  let made = 0;

  /** A new user in the organization whose settings change here, with a new channel. */
  async function member() {
    made += 1;
    const email = `obeys-${process.pid}-${made}@other.example`;
    const password = 'correct horse battery';
    const { user_id } = await owner.ok(createUser, { email, password, full_name: `Obeys ${made}` });
    const host = new URL(String((await registered()).realm_url)).host;
    const { api_key } = await world.anybody(host).ok(fetchApiKey, { username: email, password });
    const person = { email, api_key, user_id };
    const actor = world.as(person);
    const channel = await world.channel([person, world.stranger]);
    const send = async (topic = 'plans') =>
      (await actor.ok(sendMessage, { type: 'channel', to: channel.id, topic, content: 'as it was' })).id;
    return { ...person, actor, channel, send };
  }

  /** Runs the work with this value of the setting. */
  async function having(name: OrganizationSetting, value: unknown, work: () => Promise<void>): Promise<void> {
    const before = (await registered())[`realm_${name}`];
    await owner.ok(updateOrganization, { [name]: value });
    try {
      await work();
    } finally {
      await owner.ok(updateOrganization, { [name]: before });
    }
  }
  const said = ({ status, body }: { status: number; body: { msg: string } }) => `${status} ${body.msg}`;

  it('avatar_changes_disabled', async () => {
    const { actor } = await member();
    await having('avatar_changes_disabled', true, async () => {
      expect(said(await actor.upload(uploadAvatar, picture))).toBe('400 Avatar changes are disabled in this organization.');
    });
    expect((await actor.upload(uploadAvatar, picture)).status).toBe(200);
  });

  it('name_changes_disabled', async () => {
    const { actor } = await member();
    await having('name_changes_disabled', true, async () => {
      expect(said(await actor.call(updateSettings, { full_name: 'Another' }))).toBe('400 Name changes are disabled in this organization.');
    });
    await actor.ok(updateSettings, { full_name: 'Another' });
    expect((await actor.ok(getMe, {})).full_name).toBe('Another');
  });

  it('email_changes_disabled', async () => {
    const { actor } = await member();
    await having('email_changes_disabled', true, async () => {
      expect(said(await actor.call(updateSettings, { email: 'another@other.example' }))).toBe(
        '400 Email address changes are disabled in this organization.',
      );
    });
  });

  it('emails_restricted_to_domains', async () => {
    const { actor } = await member();
    await having('emails_restricted_to_domains', true, async () => {
      expect(said(await actor.call(updateSettings, { email: 'zoe@nowhere.example' }))).toBe(
        "400 Email 'zoe@nowhere.example' not allowed in this organization",
      );
      const answer = await owner.call(createUser, { email: 'zoe@nowhere.example', password: 'correct horse battery', full_name: 'Zoe' });
      expect(said(answer)).toBe("400 Email 'zoe@nowhere.example' not allowed in this organization");
    });
  });

  it('default_language', async () => {
    await having('default_language', 'de', async () => {
      const { actor } = await member();
      const fields = await actor.ok(registerQueue, { fetch_event_types: ['user_settings'], event_types: [] });
      expect(fields).toMatchObject({ user_settings: { default_language: 'de' } });
    });
    expect(said(await owner.call(updateOrganization, { default_language: 'xx' }))).toBe('400 Invalid default_language');
  });

  it.each([
    ['can_add_custom_emoji_group', (me: Awaited<ReturnType<typeof member>>) => addEmoji(me)],
    ['can_set_delete_message_policy_group', (me: Awaited<ReturnType<typeof member>>) => chooseDeleters(me)],
  ] as const)('%s', async (name, attempt) => {
    const me = await member();
    const before = await registered();
    const groups = before.realm_user_groups as readonly { id: number; name: string }[];
    const idOf = (group: string) => groups.find((one) => one.name === group)?.id;
    for (const [group, answer] of [
      ['role:administrators', '400 Insufficient permission'],
      ['role:members', '200 '],
    ] as const) {
      await owner.ok(updateOrganization, { [name]: { new: idOf(group) } });
      expect(said(await attempt(me))).toBe(answer);
    }
    await owner.ok(updateOrganization, { [name]: { new: before[`realm_${name}`] } });
  });
  const addEmoji = ({ actor, user_id }: { actor: typeof owner; user_id: number }) =>
    actor.upload(addRealmEmoji, picture, { emoji_name: `obeys${process.pid}u${user_id}` });
  const chooseDeleters = ({ actor, channel, user_id }: { actor: typeof owner; channel: { id: number }; user_id: number }) =>
    actor.call(updateChannel, {
      stream_id: channel.id,
      can_delete_any_message_group: { new: { direct_members: [user_id], direct_subgroups: [] } },
    });

  it('allow_message_editing', async () => {
    const { actor, send } = await member();
    const message_id = await send();
    await having('allow_message_editing', false, async () => {
      expect(said(await actor.call(updateMessage, { message_id, content: 'other' }))).toBe(
        '400 Your organization has turned off message editing',
      );
    });
    await actor.ok(updateMessage, { message_id, content: 'other' });
  });

  it('message_edit_history_visibility_policy', async () => {
    const { actor, send } = await member();
    const message_id = await send();
    await actor.ok(updateMessage, { message_id, content: 'other' });
    await having('message_edit_history_visibility_policy', 'none', async () => {
      expect((await actor.call(getMessageHistory, { message_id })).status).toBe(400);
      expect((await actor.ok(getMessage, { message_id })).message).not.toHaveProperty('edit_history');
    });
    expect((await actor.ok(getMessage, { message_id })).message.edit_history).toHaveLength(1);
  });

  it('enable_read_receipts', async () => {
    const { actor, send } = await member();
    const message_id = await send();
    await having('enable_read_receipts', false, async () => {
      expect(said(await actor.call(getReadReceipts, { message_id }))).toBe('400 Read receipts are disabled in this organization.');
    });
    await having('enable_read_receipts', true, async () => {
      await actor.ok(getReadReceipts, { message_id });
    });
  });

  it('topics_policy', async () => {
    const { actor, send, channel } = await member();
    await having('topics_policy', 'disable_empty_topic', async () => {
      const answer = await actor.call(sendMessage, { type: 'channel', to: channel.id, topic: '', content: 'anywhere' });
      expect(said(answer)).toBe('400 Sending messages to the general chat is not allowed in this channel.');
    });
    await send('');
  });

  it('send_channel_events_messages', async () => {
    await having('send_channel_events_messages', true, async () => {
      const messages = await Listener.begin(owner, ['message']);
      const { channel } = await member();
      const [notice] = await messages.receive(1);
      expect(notice).toMatchObject({ message: { stream_id: channel.id, subject: 'channel events', sender_full_name: 'Notification Bot' } });
    });
    const { actor, channel, send } = await member();
    await send();
    const narrow = [{ operator: 'channel', operand: channel.id }];
    const { messages } = await actor.ok(getMessages, { anchor: 'newest', num_before: 5, num_after: 0, narrow });
    expect(messages.map(({ subject }) => subject)).toEqual(['plans']);
  });
});
