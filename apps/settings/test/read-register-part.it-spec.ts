import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Caller, ROLES } from '@parley/contracts';
import { type RegisterOptions, registerParts } from '@parley/contracts/event-queue';
import { ONBOARDING_STEP_NAMES, USER_SETTING_NAMES } from '@parley/contracts/settings';
import { type OrganizationRow, Rows, statementsDuring, TestSuite, type UserRow } from '@parley/testing';
import { settingsConfig } from '../src/config.js';
import { SettingsServiceModule } from '../src/settings-service.module.js';

let suite: TestSuite;
let rows: Rows;
let organization: OrganizationRow;
let zoe: UserRow;

beforeAll(async () => {
  suite = await TestSuite.open();
  rows = new Rows(suite.database);
  await suite.start('settings', SettingsServiceModule, settingsConfig);
});
afterAll(() => suite.close());
beforeEach(async () => {
  organization = await rows.organization();
  zoe = await rows.user(organization, { timezone: 'Europe/Paris', emailAddressVisibility: 3 });
});

describe('the settings part of a registration', () => {
  it('has all settings: initial values, chosen values, and those stored with the account', async () => {
    await choose(zoe, { twenty_four_hour_time: true, color_scheme: 2 });
    const { user_settings: settings } = await register(zoe);
    expect(Object.keys(settings ?? {})).toEqual(expect.arrayContaining([...USER_SETTING_NAMES]));
    expect(settings).toMatchObject({
      twenty_four_hour_time: true,
      color_scheme: 2,
      starred_message_counts: true,
      presence_enabled: true,
      timezone: 'Europe/Paris',
      email_address_visibility: 3,
    });
  });

  it('ignores a stored value that is no longer valid', async () => {
    await choose(zoe, { color_scheme: 99, web_home_view: 'gone' });
    expect(await register(zoe)).toMatchObject({ user_settings: { color_scheme: 1, web_home_view: 'inbox' } });
  });

  it('has the available choices, in both groups', async () => {
    const fields = await register(zoe);
    for (const group of [fields.user_settings, fields.realm_user_settings_defaults]) {
      expect(group).toMatchObject({
        emojiset_choices: expect.arrayContaining([{ key: 'set_a', text: 'Set A' }]),
        available_notification_sounds: expect.arrayContaining(['ding']),
      });
    }
  });

  it("has the organization's defaults, without settings that only a user can choose", async () => {
    const values = { enter_sends: true, timezone: 'ignored' };
    await suite.database.client.organizationUserDefaults.create({ data: { organizationId: organization.id, values } });
    const { realm_user_settings_defaults: defaults } = await register(zoe);
    expect(defaults).toMatchObject({ enter_sends: true, send_read_receipts: true, email_address_visibility: 1 });
    for (const personal of ['default_language', 'allow_private_data_export', 'enable_login_emails'])
      expect(defaults).not.toHaveProperty(personal);
  });

  it('spells values for stock clients as they know them', async () => {
    await choose(zoe, { emojiset: 'set_b', web_home_view: 'recent' });
    const forStock = await register(zoe, {}, { clientName: 'ZulipFlutter' });
    expect(forStock.user_settings).toMatchObject({ emojiset: 'twitter', web_home_view: 'recent_topics' });
    expect(forStock.user_settings).toHaveProperty('emojiset_choices.0.key', 'google');
    const forOurs = await register(zoe);
    expect(forOurs.user_settings).toMatchObject({ emojiset: 'set_b', web_home_view: 'recent' });
  });

  it('repeats two settings outside of user_settings for the terminal client, which fails without them', async () => {
    const terminal = { clientName: 'ZulipTerminal' };
    expect(await register(zoe, {}, terminal)).toMatchObject({ twenty_four_hour_time: false, pm_content_in_desktop_notifications: true });
    await choose(zoe, { twenty_four_hour_time: true, pm_content_in_desktop_notifications: false });
    const fields = await register(zoe, { fetchEventTypes: ['user_settings'] }, terminal);
    expect(fields).toMatchObject({ twenty_four_hour_time: true, pm_content_in_desktop_notifications: false });
    expect(fields.user_settings).toMatchObject({ twenty_four_hour_time: true, pm_content_in_desktop_notifications: false });
    expect(await register(zoe, { fetchEventTypes: ['presence'] }, terminal)).not.toHaveProperty('twenty_four_hour_time');
    for (const clientName of ['website', 'ZulipPython', 'ZulipFlutter']) {
      expect(await register(zoe, {}, { clientName })).not.toHaveProperty('twenty_four_hour_time');
    }
  });

  it('sends the terminal client a boolean if the clock setting is null', async () => {
    const values = { twenty_four_hour_time: null };
    await suite.database.client.userSettings.create({ data: { userId: zoe.id, organizationId: zoe.organizationId, values } });
    const fields = await register(zoe, {}, { clientName: 'ZulipTerminal' });
    expect(fields).toMatchObject({ twenty_four_hour_time: false, user_settings: { twenty_four_hour_time: false } });
  });

  it('has the empty personal groups that clients need to start', async () => {
    expect(await register(zoe)).toMatchObject({
      devices: {},
      navigation_views: [],
      onboarding_steps: ONBOARDING_STEP_NAMES.map((name) => expect.objectContaining({ name })),
      navigation_tour_video_url: null,
      saved_snippets: [],
    });
  });

  it('has no fields of groups that were not requested', async () => {
    expect(Object.keys(await register(zoe, { fetchEventTypes: ['message', 'saved_snippets'] }))).toEqual(['saved_snippets']);
  });

  it('has the state of its snapshot, despite later commits', async () => {
    const fields = await suite.database.exportSnapshot(async ({ snapshotId }) => {
      await choose(zoe, { enter_sends: true });
      return readPart(snapshotId, zoe.caller, everything);
    }, 10_000);
    expect(fields).toMatchObject({ user_settings: { enter_sends: false } });
    expect(await register(zoe)).toMatchObject({ user_settings: { enter_sends: true } });
  });

  it('is two statements, for guests too, and one without presences', async () => {
    const guest = await rows.user(organization, { role: ROLES.guest });
    const statements = async (user: UserRow, options: Partial<RegisterOptions> = {}) => {
      const sent = await statementsDuring(() => register(user, options));
      return sent.length;
    };
    expect([await statements(zoe), await statements(guest)]).toEqual([2, 2]);
    expect(await statements(zoe, { fetchEventTypes: ['user_settings', 'saved_snippets'] })).toBe(1);
    expect(await statements(zoe, { fetchEventTypes: ['message'] })).toBe(0);
  });

  it('has nothing of users of another organization', async () => {
    const stranger = await rows.user(await rows.organization());
    const forged: Caller = { ...zoe.caller, userId: stranger.id };
    await expect(register({ ...zoe, caller: forged })).rejects.toMatchObject({ msg: 'No such user' });
  });

  it('is empty for visitors who are not logged in', async () => {
    const fields = await suite.database.exportSnapshot(
      ({ snapshotId }) => readPart(snapshotId, { host: 'demo.localhost', clientName: 'tests' }, everything),
      10_000,
    );
    expect(fields).toEqual({});
  });

  it('has the default settings for visitors who look at an organization, and nothing personal', async () => {
    const visitor = { host: 'demo.localhost', clientName: 'tests' };
    const call = (snapshotId: string) => ({ snapshotId, options: everything, spectatedOrganizationId: organization.id });
    const { fields } = await suite.database.exportSnapshot(
      ({ snapshotId }) => suite.rpc.call(registerParts.settings, call(snapshotId), visitor),
      10_000,
    );
    expect(fields).toMatchObject({ user_status: {}, presences: {}, navigation_views: [], saved_snippets: [], devices: {} });
    expect(Object.keys(fields.user_settings ?? {})).toEqual(expect.arrayContaining([...USER_SETTING_NAMES]));
    expect(fields.realm_user_settings_defaults).toBeDefined();
  });
});

const everything: RegisterOptions = {
  fetchEventTypes: null,
  clientGravatar: true,
  includeSubscribers: 'false',
  slimPresence: false,
  presenceHistoryLimitDays: 0,
  applyMarkdown: true,
  capabilities: {},
};

type Group = Readonly<Record<string, unknown>>;

async function register(
  user: UserRow,
  options: Partial<RegisterOptions> = {},
  caller: Partial<Caller> = {},
): Promise<Record<string, Group>> {
  const fields = await suite.database.exportSnapshot(
    ({ snapshotId }) => readPart(snapshotId, { ...user.caller, ...caller }, { ...everything, ...options }),
    10_000,
  );
  return fields as Record<string, Group>;
}

async function readPart(snapshotId: string, who: Parameters<typeof suite.rpc.call>[2], options: RegisterOptions) {
  const { fields } = await suite.rpc.call(registerParts.settings, { snapshotId, options }, who);
  return fields;
}

async function choose(user: UserRow, values: Record<string, boolean | number | string>): Promise<void> {
  await suite.database.client.userSettings.create({ data: { userId: user.id, organizationId: user.organizationId, values } });
}
