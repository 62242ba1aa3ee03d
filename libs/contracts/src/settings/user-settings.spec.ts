import { describe, expect, it } from '@jest/globals';
import { DEFAULT_SETTING_NAMES, USER_SETTINGS, userSettings } from './user-settings.js';

describe('the personal settings', () => {
  it.each(Object.entries(USER_SETTINGS))('%s has a valid initial value', (_, { schema, initial }) => {
    expect(schema.safeParse(initial).success).toBe(true);
  });
  it('have only spellings of valid values', () => {
    const spelled = Object.values(USER_SETTINGS).flatMap(({ schema, spellings }) =>
      Object.values(spellings).map((value) => ({ schema, value })),
    );
    expect(spelled.filter(({ schema, value }) => !schema.safeParse(value).success)).toEqual([]);
    expect(USER_SETTINGS.emojiset.spellings).toMatchObject({ google: 'set_a', twitter: 'set_b' });
  });
  it('have the stored value, or the initial one if the stored one is invalid', () => {
    const values = userSettings({ enter_sends: true, color_scheme: 9, something_else: 1 });
    expect(values.enter_sends).toBe(true);
    expect(values.color_scheme).toBe(1);
    expect(Object.keys(values)).toEqual(Object.keys(USER_SETTINGS));
  });
  it('contain true or false for the 24-hour clock, even if null was stored', () => {
    expect(userSettings({ twenty_four_hour_time: null }).twenty_four_hour_time).toBe(false);
    expect(USER_SETTINGS.twenty_four_hour_time.schema.safeParse(null).success).toBe(false);
  });
  it('have an organization default, except those about one user', () => {
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
