import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ClientEvent } from '@parley/client-events';
import { registerQueue } from '@parley/contracts/event-queue';
import { createDrafts, listDrafts } from '@parley/contracts/messaging';
import { confirmEmailChange, createUserGroup, fetchApiKey, getMe, getUser } from '@parley/contracts/organization';
import {
  DEFAULT_SETTING_NAMES,
  USER_SETTING_NAMES,
  USER_SETTINGS,
  updateDisplaySettings,
  updateNotificationSettings,
  updateSettingDefaults,
  updateSettings,
} from '@parley/contracts/settings';
import { otherSettingValue } from '@parley/testing';
import type { Actor } from '../client/actor.js';
import { closeConnections, http } from '../client/http.js';
import { Mailbox } from '../client/mailbox.js';
import { receiveEvents } from '../client/receive-events.js';
import { World } from '../client/world.js';

const world = new World();
const mailbox = new Mailbox();
const administrator = world.as(world.administrator);
const member = world.as(world.member);
afterAll(() => closeConnections());

async function newcomer() {
  const person = await world.newcomer('Sid Settled');
  return { ...person, actor: world.as(person) };
}
let sid: Awaited<ReturnType<typeof newcomer>>;
beforeAll(async () => {
  sid = await newcomer();
});

async function groupOf(actor: Actor, group: 'user_settings' | 'realm_user_settings_defaults') {
  const fields: Record<string, unknown> = await actor.ok(registerQueue, { event_types: [], fetch_event_types: [group] });
  return Object(fields[group]);
}
const settingsOf = (actor: Actor) => groupOf(actor, 'user_settings');
const refusal = async (actor: Actor, fields: Record<string, unknown>) => {
  const { status, body } = await actor.call(updateSettings, fields);
  return `${status} ${body.msg}`;
};

describe('PATCH /settings', () => {
  it.each(USER_SETTING_NAMES.map((name) => [name, otherSettingValue(name)] as const))('%s can be set to %p', async (name, value) => {
    expect((await settingsOf(sid.actor))[name]).toBe(USER_SETTINGS[name].initial);
    await sid.actor.ok(updateSettings, { [name]: value });
    expect((await settingsOf(sid.actor))[name]).toBe(value);
  });

  it('sends each changed setting to the own clients, and visible changes to everyone', async () => {
    const { actor, user_id, email } = await newcomer();
    const types = { event_types: ['user_settings', 'realm_user'], fetch_event_types: [], client_gravatar: false };
    const own = await actor.ok(registerQueue, types);
    const others = await member.ok(registerQueue, types);
    const changes = {
      full_name: 'Sid Anew',
      timezone: 'Asia/Tokyo',
      email_address_visibility: 4,
      enter_sends: true,
      starred_message_counts: true,
    };
    await actor.ok(updateSettings, changes);
    await actor.ok(updateSettings, changes);
    const isMeant = (event: ClientEvent) => event.type === 'user_settings' || Object(event.person).user_id === user_id;
    const received = async (who: Actor, queue: typeof own, count: number) =>
      (await receiveEvents(who, queue, count, isMeant)).map(({ property, value, person }) =>
        property === undefined ? person : { property, value },
      );
    const hidden = expect.stringMatching(`^user${user_id}@`);
    const seen = [
      { user_id, full_name: 'Sid Anew' },
      { user_id, email, timezone: 'Asia/Tokyo' },
      { user_id, new_email: hidden },
    ];
    expect(await received(actor, own, 6)).toEqual([
      { property: 'timezone', value: 'Asia/Tokyo' },
      { property: 'email_address_visibility', value: 4 },
      ...seen,
      { property: 'enter_sends', value: true },
    ]);
    expect(await received(member, others, 4)).toEqual([...seen, { user_id, delivery_email: null }]);
    expect(await member.ok(getUser, { user_id: String(user_id) })).toMatchObject({
      user: { full_name: 'Sid Anew', email: hidden, delivery_email: null, timezone: 'Asia/Tokyo' },
    });
  });

  it('accepts the spellings of stock clients and returns them', async () => {
    await sid.actor.ok(updateSettings, { emojiset: 'twitter', web_home_view: 'recent_topics', client: 'ZulipMobile' });
    expect(await settingsOf(sid.actor)).toMatchObject({ emojiset: 'set_b', web_home_view: 'recent' });
    const stock = await sid.actor.ok(registerQueue, { event_types: [], fetch_event_types: ['user_settings'], client: 'ZulipMobile' });
    expect(stock).toMatchObject({ user_settings: { emojiset: 'twitter', web_home_view: 'recent_topics' } });
  });

  it('has two deprecated names, and reports unknown parameters', async () => {
    const display = await sid.actor.call(updateDisplaySettings, { high_contrast_mode: true, sparkle: true });
    expect(display.body).toMatchObject({ result: 'success', ignored_parameters_unsupported: ['sparkle'] });
    await sid.actor.ok(updateNotificationSettings, { enable_stream_email_notifications: true });
    expect(await settingsOf(sid.actor)).toMatchObject({ high_contrast_mode: true, enable_stream_email_notifications: true });
  });

  it('deletes the drafts if their synchronization is turned off', async () => {
    const { actor } = await newcomer();
    await actor.ok(createDrafts, { drafts: [{ type: '', to: [], topic: '', content: 'soon gone' }] });
    await actor.ok(updateSettings, { enable_drafts_synchronization: false });
    await actor.ok(updateSettings, { enable_drafts_synchronization: true });
    expect(await actor.ok(listDrafts, {})).toMatchObject({ drafts: [] });
  });

  it('is refused with the reason, and then nothing is changed', async () => {
    const { actor, password } = await newcomer();
    const refused: [Record<string, unknown>, string][] = [
      [{ color_scheme: 7 }, '400 Invalid color_scheme'],
      [{ enter_sends: 'yes' }, '400 enter_sends is not a boolean'],
      [{ default_language: 'xx' }, '400 Invalid default_language'],
      [{ notification_sound: 'moo' }, "400 Invalid notification sound 'moo'"],
      [{ email_notifications_batching_period_seconds: 0 }, '400 Invalid email batching period: 0 seconds'],
      [{ timezone: 'Mars/Olympus' }, '400 timezone is not a recognized time zone'],
      [{ full_name: 'S' }, '400 Name too short!'],
      [{ full_name: 'Sid\0' }, '400 Invalid characters in name!'],
      [{ new_password: 'another long one' }, '400 Wrong password!'],
      [{ old_password: 'wrong', new_password: 'another long one' }, '400 Wrong password!'],
      [{ old_password: password, new_password: 'short' }, '400 New password is too weak!'],
      [{ email: 'nowhere' }, '400 Enter a valid email address.'],
      [{ email: world.member.delivery_email }, '400 Already has an account.'],
    ];
    for (const [fields, answer] of refused) expect(await refusal(actor, { ...fields, enable_sounds: false })).toBe(answer);
    expect(await settingsOf(actor)).toMatchObject({ enable_sounds: true });
  });

  it('needs credentials', async () => {
    expect((await world.anybody().call(updateSettings, { enter_sends: true })).status).toBe(401);
    expect(await refusal(world.as(world.bot), { enter_sends: true })).toBe('400 This endpoint does not accept bot requests.');
    await world.as(world.guest).ok(updateSettings, { translate_emoticons: false });
  });
});

describe('a password', () => {
  it('can be changed with the old one; the API key stays', async () => {
    const { actor, email, api_key, password } = await newcomer();
    await actor.ok(updateSettings, { old_password: password, new_password: 'another long one' });
    expect(await world.anybody(world.host).ok(fetchApiKey, { username: email, password: 'another long one' })).toMatchObject({ api_key });
    expect((await world.anybody(world.host).call(fetchApiKey, { username: email, password })).status).toBe(401);
  });
});

describe('a new email address', () => {
  it('is confirmed with the link in the mail, which a GET does not use, and is sent to the old address', async () => {
    const { actor, email, api_key } = await newcomer();
    await actor.ok(updateSettings, { email: `new-${email}` });
    const mail = await mailbox.mailTo(`new-${email}`);
    const [, path = ''] = new RegExp(`http://${world.host}(/accounts/confirm_new_email/\\S+)`).exec(mail.text) ?? [];
    expect(mail.html).toContain(path);
    expect((await world.anybody(world.host).fetch(path)).status).toBe(200);
    expect(await actor.ok(getMe, {})).toMatchObject({ delivery_email: email });
    await world.anybody(world.host).ok(confirmEmailChange, { key: path.split('/').at(-1) ?? '' });
    expect(await world.as({ email: `new-${email}`, api_key }).ok(getMe, {})).toMatchObject({ delivery_email: `new-${email}` });
    expect((await mailbox.mailTo(email)).text).toContain(`is now new-${email}`);
  });

  it.each(['x', `${crypto.randomUUID()}.${'A'.repeat(43)}`, '\0'])('is not confirmed by the key %j', async (key) => {
    const { status, body } = await world.anybody(world.host).call(confirmEmailChange, { key });
    expect([status, body.msg]).toEqual([400, 'This confirmation link is invalid or has expired.']);
  });

  it('has a confirmation page', async () => {
    const page = await http({ method: 'GET', url: `${world.baseUrl}/accounts/confirm_new_email/x` });
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('<button>Confirm</button>')]);
    const pressed = await http({ method: 'POST', url: `${world.baseUrl}/accounts/confirm_new_email/x` });
    expect([pressed.status, pressed.text]).toEqual([400, expect.stringContaining('This confirmation link is invalid or has expired.')]);
  });
});

describe('target_users', () => {
  it('lets administrators set the settings of others, and skip what users set themselves', async () => {
    const [one, other] = [await newcomer(), await newcomer()];
    await one.actor.ok(updateSettings, { color_scheme: 3 });
    const name = world.fresh('targets');
    const { group_id } = await administrator.ok(createUserGroup, { name, description: '', members: [other.user_id] });
    const target_users = { user_ids: [one.user_id], group_ids: [group_id], skip_if_already_edited: true };
    const queue = await other.actor.ok(registerQueue, { event_types: ['user_settings'], fetch_event_types: [] });
    await administrator.ok(updateSettings, { target_users, color_scheme: 2, enter_sends: true });
    expect(await settingsOf(one.actor)).toMatchObject({ color_scheme: 3, enter_sends: true });
    expect(await settingsOf(other.actor)).toMatchObject({ color_scheme: 2, enter_sends: true });
    const events = await receiveEvents(other.actor, queue, 2);
    expect(events.map(({ property }) => property)).toEqual(['color_scheme', 'enter_sends']);
  });

  it('is refused to others, for personal settings, and without users', async () => {
    const target_users = { user_ids: [sid.user_id] };
    expect(await refusal(member, { target_users, enter_sends: true })).toBe('400 Must be an organization administrator');
    for (const fields of [{ full_name: 'Not Mine' }, { send_read_receipts: false }, { timezone: 'UTC' }, { new_password: 'another one' }]) {
      expect(await refusal(administrator, { target_users, ...fields })).toBe('400 Cannot change this setting for other users.');
    }
    expect(await refusal(administrator, { target_users: {}, enter_sends: true })).toBe(
      '400 Either user_ids or group_ids must be provided.',
    );
    const foreign = { user_ids: [world.stranger.user_id] };
    expect(await refusal(administrator, { target_users: foreign, enter_sends: true })).toBe(
      `400 Invalid user ID: ${world.stranger.user_id}`,
    );
  });
});

describe('PATCH /realm/user_settings_defaults', () => {
  it.each(DEFAULT_SETTING_NAMES.map((name) => [name, otherSettingValue(name)] as const))(
    '%s can be set to %p, and reset',
    async (name, value) => {
      await administrator.ok(updateSettingDefaults, { [name]: value });
      expect((await groupOf(member, 'realm_user_settings_defaults'))[name]).toBe(value);
      await administrator.ok(updateSettingDefaults, { [name]: USER_SETTINGS[name].initial });
    },
  );

  it('applies to new users only, with events to everyone', async () => {
    const before = await settingsOf(member);
    const queue = await member.ok(registerQueue, { event_types: ['realm_user_settings_defaults'], fetch_event_types: [] });
    await administrator.ok(updateSettingDefaults, { twenty_four_hour_time: true });
    const { actor } = await newcomer();
    await administrator.ok(updateSettingDefaults, { twenty_four_hour_time: false });
    expect(await settingsOf(actor)).toMatchObject({ twenty_four_hour_time: true });
    expect(await settingsOf(member)).toEqual(before);
    const events = await receiveEvents(member, queue, 2);
    expect(events.map(({ property, value }) => ({ property, value }))).toEqual([
      { property: 'twenty_four_hour_time', value: true },
      { property: 'twenty_four_hour_time', value: false },
    ]);
  });

  it('is only allowed for administrators, and refuses personal settings', async () => {
    const { body } = await member.call(updateSettingDefaults, { enter_sends: true });
    expect(body.msg).toBe('Must be an organization administrator');
    const reported = await administrator.call(updateSettingDefaults, { default_language: 'de', full_name: 'All' });
    expect(reported.body).toMatchObject({ result: 'success', ignored_parameters_unsupported: ['default_language', 'full_name'] });
    expect((await administrator.call(updateSettingDefaults, { color_scheme: 9 })).body.msg).toBe('Invalid color_scheme');
  });
});
