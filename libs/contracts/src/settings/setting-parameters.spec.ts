import { describe, expect, it } from '@jest/globals';
import { decodeParams } from '../wire/decode-params.js';
import { settingChanges, settingParameters } from './setting-parameters.js';
import { isTimeZone } from './time-zone.js';
import { USER_SETTING_NAMES } from './user-settings.js';

const parameters = settingParameters(USER_SETTING_NAMES);
const decoded = (fields: Readonly<Record<string, unknown>>) => settingChanges(decodeParams(parameters, { fields, path: {} }).params);

describe('settings as parameters', () => {
  it('are converted to our spelling, from JSON and from plain words', () => {
    expect(decoded({ emojiset: 'google', web_home_view: '"recent_topics"', color_scheme: '2', enter_sends: 'true' })).toEqual({
      emojiset: 'set_a',
      web_home_view: 'recent',
      color_scheme: 2,
      enter_sends: true,
    });
  });

  it('that are absent do not change', () => {
    expect(decoded({})).toEqual({});
  });

  it.each([
    [{ color_scheme: '1.5' }, 'color_scheme is not an integer'],
    [{ color_scheme: '4' }, 'Invalid color_scheme'],
    [{ emojiset: '{"a": 1}' }, 'Invalid emojiset'],
    [{ emojiset: '__proto__' }, 'Invalid emojiset'],
    [{ timezone: 'null' }, 'timezone is not a string'],
    [{ notification_sound: '7' }, "Invalid notification sound '7'"],
    [{ email_notifications_batching_period_seconds: '-1' }, 'Invalid email batching period: -1 seconds'],
    [{ email_notifications_batching_period_seconds: '1.5' }, 'email_notifications_batching_period_seconds is not an integer'],
  ])('%p is rejected: %s', (fields, msg) => {
    expect(() => decoded(fields)).toThrow(msg);
  });

  it('describe their values and other accepted spellings', () => {
    expect(parameters.emojiset.options.description).toBe('Also accepted: `google` (set_a), `google-blob` (set_a), `twitter` (set_b).');
    expect(parameters.color_scheme.options.description).toBe('1: automatic. 2: dark. 3: light.');
  });
});

describe('a time zone', () => {
  it.each(['', 'UTC', 'Europe/Paris', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'])('%j is valid', (text) => {
    expect(isTimeZone(text)).toBe(true);
  });
  it.each(['Mars/Olympus', '+05:00', 'Europe/', 'Europe/Paris ', 'a\0'])('%j is invalid', (text) => {
    expect(isTimeZone(text)).toBe(false);
  });
});
