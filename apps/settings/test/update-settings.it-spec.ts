import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { apiErrors } from '@parley/contracts';
import {
  type SettingValue,
  USER_SETTING_NAMES,
  USER_SETTINGS,
  updateDisplaySettings,
  updateNotificationSettings,
  updateSettingDefaults,
  updateSettings,
} from '@parley/contracts/settings';
import {
  AudienceIndex,
  auditedDuring,
  clientEvents,
  loggedEvents,
  newestSeq,
  type OrganizationRow,
  otherSettingValue,
  queueView,
  type UserRow,
} from '@parley/testing';
import { SettingsSuite } from './settings-suite.js';

let suite: SettingsSuite;
let organization: OrganizationRow;
let zoe: UserRow;
let amir: UserRow;
let administrator: UserRow;

beforeAll(async () => {
  suite = await SettingsSuite.open();
});
afterAll(() => suite.close());
beforeEach(async () => {
  ({ organization, zoe, amir, administrator } = await suite.people());
  suite.account.calls.length = 0;
  suite.account.refusal = undefined;
});

type Fields = Readonly<Record<string, unknown>>;
const update = (user: UserRow, fields: Fields) => suite.call(updateSettings, user.caller, fields);
const updateDefaults = (user: UserRow, fields: Fields) => suite.call(updateSettingDefaults, user.caller, fields);

async function settingsOf(user: UserRow): Promise<Readonly<Record<string, unknown>>> {
  return (await suite.register(user.caller)).user_settings as Readonly<Record<string, unknown>>;
}

/** Numbers and booleans are their own JSON; texts are sent unquoted. */
const wire = (value: SettingValue) => String(value);
const kept = USER_SETTING_NAMES.filter((name) => !USER_SETTINGS[name].keptWithAccount);

describe("changing one's settings", () => {
  it.each(kept.map((name) => [name, otherSettingValue(name)] as const))('%s: %p is stored, sent and registered', async (name, value) => {
    const [own, others] = await suite.explain([zoe, amir], () => update(zoe, { [name]: wire(value) }));
    const language = name === 'default_language' ? { language_name: 'Deutsch' } : {};
    expect(own).toEqual([{ type: 'user_settings', op: 'update', property: name, value, ...language }]);
    expect(others).toEqual([]);
    expect((await settingsOf(zoe))[name]).toBe(value);
  });

  it('sends each change, and nothing for unchanged values', async () => {
    const fields = { starred_message_counts: 'true', enter_sends: 'true', color_scheme: '2', user_list_style: '2' };
    const [events] = await suite.explain([zoe], () => update(zoe, fields));
    expect(events?.map((event) => event.property)).toEqual(['color_scheme', 'enter_sends']);
    expect(await suite.explain([zoe], () => update(zoe, fields))).toEqual([[]]);
  });

  it('accepts the spellings of stock clients, and sends each client its own spelling', async () => {
    const seq = await newestSeq(suite.stores.database, organization.id);
    await update(zoe, { emojiset: 'twitter', web_home_view: '"recent_topics"' });
    expect(await settingsOf(zoe)).toMatchObject({ emojiset: 'set_b', web_home_view: 'recent' });
    const logged = await loggedEvents(suite.stores.database, organization.id, seq);
    const index = await AudienceIndex.read(suite.stores.database, organization.id);
    const valuesFor = (clientName: string) => clientEvents(logged, queueView(zoe.id, { clientName }), index).map((event) => event.value);
    expect(valuesFor('ZulipMobile')).toEqual(['recent_topics', 'twitter']);
    expect(valuesFor('curl')).toEqual(['recent', 'set_b']);
    await update(zoe, { emojiset: 'google-blob' });
    expect(await settingsOf(zoe)).toMatchObject({ emojiset: 'set_a' });
  });

  it('accepts any list of web_channel_default_view: 1 to 4', async () => {
    for (const view of [3, 1, 4, 2]) {
      await update(zoe, { web_channel_default_view: String(view) });
      expect(await settingsOf(zoe)).toMatchObject({ web_channel_default_view: view });
    }
  });

  it('turning off draft synchronization deletes the stored drafts of this user only', async () => {
    const { client } = suite.stores.database;
    const draft = { organizationId: organization.id, type: '', recipientIds: [], topic: '', content: 'hi', editedAt: 1n };
    await client.draft.createMany({ data: [zoe, amir].map(({ id }) => ({ ...draft, userId: id })) });
    await update(zoe, { enable_drafts_synchronization: 'true', enter_sends: 'true' });
    expect(await client.draft.count({ where: { userId: zoe.id } })).toBe(1);
    await update(zoe, { enable_drafts_synchronization: 'false' });
    expect(await client.draft.findMany({ where: { organizationId: organization.id } })).toMatchObject([{ userId: amir.id }]);
  });

  it('has two older names', async () => {
    await suite.call(updateDisplaySettings, zoe.caller, { enter_sends: 'true' });
    await suite.call(updateNotificationSettings, zoe.caller, { enable_sounds: 'false' });
    expect(await settingsOf(zoe)).toMatchObject({ enter_sends: true, enable_sounds: false });
  });

  it.each([
    [{ enter_sends: '1' }, 'enter_sends is not a boolean'],
    [{ enter_sends: 'True' }, 'enter_sends is not valid JSON'],
    [{ color_scheme: '4' }, 'Invalid color_scheme'],
    [{ color_scheme: '"2"' }, 'color_scheme is not an integer'],
    [{ color_scheme: '' }, 'color_scheme is not valid JSON'],
    [{ web_font_size_px: '0' }, 'web_font_size_px is too small'],
    [{ emojiset: 'apple' }, 'Invalid emojiset'],
    [{ web_home_view: '' }, 'Invalid web_home_view'],
    [{ notification_sound: 'moo' }, "Invalid notification sound 'moo'"],
    [{ email_notifications_batching_period_seconds: '0' }, 'Invalid email batching period: 0 seconds'],
    [{ email_notifications_batching_period_seconds: '604801' }, 'Invalid email batching period: 604801 seconds'],
    [{ email_notifications_batching_period_seconds: '"x"' }, 'email_notifications_batching_period_seconds is not an integer'],
    [{ default_language: 'xx' }, 'Invalid default_language'],
    [{ timezone: 'Mars/Olympus' }, 'timezone is not a recognized time zone'],
    [{ timezone: '+05:00' }, 'timezone is not a recognized time zone'],
    [{ timezone: 'Europe/\0' }, 'timezone is not a recognized time zone'],
    [{ email_address_visibility: '6' }, 'Invalid email_address_visibility'],
    [{ resolved_topic_notice_auto_read_policy: 'often' }, 'Invalid resolved_topic_notice_auto_read_policy'],
    [{ target_users: '{"user_ids": "all"}' }, 'target_users["user_ids"] is not a list'],
  ])('%p is refused: %s, and nothing else of the request is changed', async (fields, msg) => {
    await expect(update(zoe, { enable_sounds: 'false', full_name: 'Zoe Z', ...fields })).rejects.toMatchObject({ status: 400, msg });
    expect(await settingsOf(zoe)).toMatchObject({ enable_sounds: true });
    expect(suite.account.calls).toEqual([]);
  });
});

describe('settings that are stored with the account', () => {
  it('are sent to the organization service in one call, before the other changes', async () => {
    await update(zoe, {
      full_name: 'Zoe Z',
      email: 'z@example.com',
      old_password: 'old',
      new_password: 'new',
      timezone: 'Europe/Paris',
      email_address_visibility: '3',
      enter_sends: 'true',
    });
    const wanted = {
      fullName: 'Zoe Z',
      email: 'z@example.com',
      password: { old: 'old', new: 'new' },
      timezone: 'Europe/Paris',
      emailAddressVisibility: 3,
    };
    expect(suite.account.calls).toEqual([{ userId: zoe.id, wanted }]);
    expect(await settingsOf(zoe)).toMatchObject({ enter_sends: true });
  });

  it('change nothing else if they are refused', async () => {
    suite.account.refusal = apiErrors.wrongPassword();
    const request = update(zoe, { old_password: 'x', new_password: 'y', enter_sends: 'true' });
    await expect(request).rejects.toMatchObject({ msg: 'Wrong password!' });
    expect(await settingsOf(zoe)).toMatchObject({ enter_sends: false });
  });

  it('are only sent if needed, and a password only with a new one', async () => {
    await update(zoe, { enter_sends: 'true', old_password: 'x', new_password: '' });
    expect(suite.account.calls).toEqual([]);
  });
});

describe('an administrator who changes the settings of others', () => {
  const setFor = (who: UserRow, target: Fields, fields: Fields) => update(who, { target_users: JSON.stringify(target), ...fields });

  it('changes those of the given users and of active members of groups and subgroups, and sends each user their own', async () => {
    const bot = await suite.rows.user(organization, { isBot: true, botOwnerId: zoe.id });
    const inner = await suite.rows.group(organization, { name: 'inner', members: [amir.id, bot.id] });
    const outer = await suite.rows.group(organization, { name: 'outer', subgroups: [inner] });
    const outside = await suite.rows.user(organization);
    await update(amir, { enter_sends: 'true' });
    const received = await suite.explain([zoe, amir, outside, administrator], () =>
      setFor(administrator, { user_ids: [zoe.id], group_ids: [outer] }, { enter_sends: 'true', color_scheme: '2' }),
    );
    expect(received.map((events) => events.map((event) => event.property))).toEqual([
      ['color_scheme', 'enter_sends'],
      ['color_scheme'],
      [],
      [],
    ]);
    expect(await settingsOf(administrator)).toMatchObject({ enter_sends: false, color_scheme: 1 });
    expect(await suite.stores.database.client.userSettings.count({ where: { userId: bot.id } })).toBe(0);
  });

  it('reaches everyone through a system group, in events of at most a thousand users', async () => {
    await suite.rows.manyUsers(organization, 1100);
    const seq = await newestSeq(suite.stores.database, organization.id);
    await setFor(administrator, { group_ids: [organization.groups['role:everyone']] }, { enter_sends: 'true' });
    const logged = await loggedEvents(suite.stores.database, organization.id, seq);
    expect(logged.map(({ payload }) => Reflect.get(Object(payload), 'userIds').length)).toEqual([1000, 103]);
    expect(await settingsOf(zoe)).toMatchObject({ enter_sends: true });
  });

  it('can skip settings that users changed themselves', async () => {
    await update(zoe, { enter_sends: 'true' });
    await update(zoe, { enter_sends: 'false' });
    const target = { user_ids: [zoe.id, amir.id], skip_if_already_edited: true };
    await setFor(administrator, target, { enter_sends: 'true', color_scheme: '2' });
    expect(await settingsOf(zoe)).toMatchObject({ enter_sends: false, color_scheme: 2 });
    expect(await settingsOf(amir)).toMatchObject({ enter_sends: true, color_scheme: 2 });
    await setFor(administrator, target, { color_scheme: '3' });
    expect(await settingsOf(zoe)).toMatchObject({ color_scheme: 3 });
    await setFor(administrator, { ...target, skip_if_already_edited: false }, { enter_sends: 'true' });
    expect(await settingsOf(zoe)).toMatchObject({ enter_sends: true });
  });

  it('also reaches deactivated users', async () => {
    const former = await suite.rows.user(organization, { isActive: false });
    await setFor(administrator, { user_ids: [former.id] }, { enter_sends: 'true' });
    expect(await settingsOf(former)).toMatchObject({ enter_sends: true });
  });

  it.each(['full_name', 'email', 'new_password', 'timezone', 'presence_enabled', 'send_read_receipts', 'enable_digest_emails'])(
    'cannot set %s',
    async (name) => {
      const value = { timezone: 'UTC', presence_enabled: 'false', send_read_receipts: 'false', enable_digest_emails: 'false' }[name] ?? 'x';
      const request = setFor(administrator, { user_ids: [zoe.id] }, { [name]: value, enter_sends: 'true' });
      await expect(request).rejects.toMatchObject({ status: 400, msg: 'Cannot change this setting for other users.' });
      expect(await settingsOf(zoe)).toMatchObject({ enter_sends: false });
    },
  );

  it('must be an administrator, and must name users of the organization', async () => {
    const stranger = await suite.rows.user(await suite.rows.organization());
    const foreign = await suite.rows.group(await suite.rows.organization(), { name: 'theirs' });
    const change = { enter_sends: 'true' };
    const refused = async (who: UserRow, target: Fields, msg: string) =>
      expect(setFor(who, target, change)).rejects.toMatchObject({ status: 400, msg });
    await refused(zoe, { user_ids: [zoe.id] }, 'Must be an organization administrator');
    await refused(administrator, {}, 'Either user_ids or group_ids must be provided.');
    await refused(administrator, { user_ids: [zoe.id, stranger.id] }, `Invalid user ID: ${stranger.id}`);
    await refused(administrator, { user_ids: [9_007_199_254_740_991] }, 'Invalid user ID: 9007199254740991');
    await refused(administrator, { group_ids: [foreign] }, `Invalid user group ID: ${foreign}`);
    await refused(administrator, { group_ids: [9_007_199_254_740_991] }, 'Invalid user group ID: 9007199254740991');
    expect(await settingsOf(zoe)).toMatchObject({ enter_sends: false });
  });
});

describe('the default settings of new users', () => {
  const defaults = USER_SETTING_NAMES.filter((name) => USER_SETTINGS[name].scope !== 'personal');

  it.each(defaults.map((name) => [name, otherSettingValue(name)] as const))(
    '%s: %p is sent to everyone and registered',
    async (name, value) => {
      const received = await suite.explain([zoe, administrator], () => updateDefaults(administrator, { [name]: wire(value) }));
      const expected = { type: 'realm_user_settings_defaults', op: 'update', property: name, value };
      expect(received).toEqual([[expected], [expected]]);
      expect(await suite.register(zoe.caller)).toMatchObject({ realm_user_settings_defaults: { [name]: value } });
      expect((await settingsOf(zoe))[name]).toBe(USER_SETTINGS[name].initial);
    },
  );

  it('are in the audit log when they change', async () => {
    const change = (fields: Fields) => auditedDuring(suite.stores.database, organization.id, () => updateDefaults(administrator, fields));
    const by = `user ${administrator.id}`;
    expect(await change({ enter_sends: 'true' })).toEqual([{ kind: 'user_defaults.created', by, fields: ['enter_sends'] }]);
    expect(await change({ emojiset: 'twitter' })).toEqual([{ kind: 'user_defaults.changed', by, fields: ['emojiset'] }]);
    expect(await change({ emojiset: 'twitter' })).toEqual([]);
  });

  it('send no event if nothing changes', async () => {
    await updateDefaults(administrator, { enter_sends: 'true', emojiset: 'twitter' });
    expect(await suite.explain([zoe], () => updateDefaults(administrator, { enter_sends: 'true', emojiset: 'set_b' }))).toEqual([[]]);
  });

  it('can be changed by administrators only', async () => {
    await expect(updateDefaults(zoe, { enter_sends: 'true' })).rejects.toMatchObject({ msg: 'Must be an organization administrator' });
  });

  it.each([
    [{ color_scheme: '0' }, 'Invalid color_scheme'],
    [{ enter_sends: 'yes' }, 'enter_sends is not valid JSON'],
    [{ notification_sound: 'moo' }, "Invalid notification sound 'moo'"],
  ])('%p is refused: %s', async (fields, msg) => {
    await expect(updateDefaults(administrator, fields)).rejects.toMatchObject({ status: 400, msg });
  });
});
