import { describe, expect, it } from '@jest/globals';
import { emojiSetFor, reactionTypeFor } from './stock-clients.js';
import { DEFAULT_SETTING_NAMES, USER_SETTINGS, userSettings } from './user-settings.js';

describe('the personal settings', () => {
  it.each(Object.entries(USER_SETTINGS))('%s starts with a value it allows', (_, { schema, initial }) => {
    expect(schema.safeParse(initial).success).toBe(true);
  });
  it('translate every other spelling to a value they allow', () => {
    const spelled = Object.values(USER_SETTINGS).flatMap(({ schema, spellings }) =>
      Object.values(spellings).map((value) => ({ schema, value })),
    );
    expect(spelled.filter(({ schema, value }) => !schema.safeParse(value).success)).toEqual([]);
    expect(USER_SETTINGS.emojiset.spellings).toMatchObject({ google: 'set_a', twitter: 'set_b' });
  });
  it('are what was stored, and the initial value where nothing valid was', () => {
    const values = userSettings({ enter_sends: true, color_scheme: 9, something_else: 1 });
    expect(values.enter_sends).toBe(true);
    expect(values.color_scheme).toBe(1);
    expect(Object.keys(values)).toEqual(Object.keys(USER_SETTINGS));
  });
  it('are true or false for the clock, also where null was stored', () => {
    expect(userSettings({ twenty_four_hour_time: null }).twenty_four_hour_time).toBe(false);
    expect(USER_SETTINGS.twenty_four_hour_time.schema.safeParse(null).success).toBe(false);
  });
  it('have an organization default, but for those that are about one person', () => {
    const personal = Object.keys(USER_SETTINGS).filter((name) => !DEFAULT_SETTING_NAMES.some((known) => known === name));
    expect(personal).toEqual([
      'default_language',
      'timezone',
      'enable_login_emails',
      'enable_marketing_emails',
      'allow_private_data_export',
    ]);
  });
});

describe('values that stock clients spell otherwise', () => {
  it.each(['ZulipMobile', 'zulip-js', 'ZulipPython', 'go-zulip', 'ZulipTerminal'])('go out in the spelling of %s', (clientName) => {
    expect(emojiSetFor(clientName, 'set_a')).toBe('google');
    expect(reactionTypeFor(clientName, 'service_extra_emoji')).toBe('zulip_extra_emoji');
    expect(reactionTypeFor(clientName, 'unicode_emoji')).toBe('unicode_emoji');
  });
  it.each(['curl', 'website', 'Unspecified'])('go out in our spelling to %s', (clientName) => {
    expect(emojiSetFor(clientName, 'set_a')).toBe('set_a');
    expect(reactionTypeFor(clientName, 'service_extra_emoji')).toBe('service_extra_emoji');
  });
});
