import { describe, expect, it } from '@jest/globals';
import { PROFILE_FIELD_TYPES, type ProfileFieldType } from '@parley/contracts/organization';
import { type FieldRules, maySetValue, profileValueRefusal, storedForm } from './profile-value.policy.js';

const T = PROFILE_FIELD_TYPES;
const field = (type: ProfileFieldType): FieldRules => ({ name: 'Thing', type, editableByUser: true, choices: ['0', '1'] });
const types = Object.values(T).map(({ id }) => id);

describe('the value of a profile field', () => {
  it.each<[ProfileFieldType, string | number[], string | number[]]>([
    [T.SHORT_TEXT.id, 'x'.repeat(50), 'x'.repeat(50)],
    [T.LONG_TEXT.id, '𝒳'.repeat(500), '𝒳'.repeat(500)],
    [T.SELECT.id, '1', '1'],
    [T.DATE.id, '2020-02-29', '2020-02-29'],
    [T.URL.id, 'https://a.b/c?d', 'https://a.b/c?d'],
    [T.URL.id, `https://a.b/${'x'.repeat(1_988)}`, `https://a.b/${'x'.repeat(1_988)}`],
    [T.USER.id, [7, 9, 7], [7, 9]],
    [T.USER.id, Array.from({ length: 500 }, (_, n) => n), Array.from({ length: 500 }, (_, n) => n)],
    [T.EXTERNAL_ACCOUNT.id, 'octocat', 'octocat'],
    [T.PRONOUNS.id, 'they/them', 'they/them'],
  ])('of a field of type %i is kept', (type, value, stored) => {
    expect(profileValueRefusal(field(type), value)).toBeUndefined();
    expect(storedForm(value)).toEqual(stored);
  });

  it.each(types)('is null if it is empty: type %i', (type) => {
    for (const value of [null, '', []]) {
      expect(profileValueRefusal(field(type), value)).toBeUndefined();
      expect(storedForm(value)).toBeNull();
    }
  });

  it.each<[ProfileFieldType, string | number[], string]>([
    [T.SHORT_TEXT.id, 'x'.repeat(51), 'Thing is too long (limit: 50 characters)'],
    [T.SHORT_TEXT.id, 'a\0', 'Thing has invalid format'],
    [T.SHORT_TEXT.id, [7], 'Thing is not a string'],
    [T.DATE.id, [7], 'Thing is not a string'],
    [T.LONG_TEXT.id, 'x'.repeat(501), 'Thing is too long (limit: 500 characters)'],
    [T.SELECT.id, '2', "'2' is not a valid choice for 'Thing'."],
    [T.SELECT.id, 'toString', "'toString' is not a valid choice for 'Thing'."],
    [T.DATE.id, '2021-02-29', 'Thing is not a date'],
    [T.DATE.id, '2020-02-29T00:00', 'Thing is not a date'],
    [T.DATE.id, ' 2020-02-29', 'Thing is not a date'],
    [T.DATE.id, '2020-02', 'Thing is not a date'],
    [T.DATE.id, '20-2-2', 'Thing is not a date'],
    [T.DATE.id, '2020-13-01', 'Thing is not a date'],
    [T.DATE.id, 'yesterday', 'Thing is not a date'],
    [T.URL.id, `https://a.b/${'x'.repeat(1_989)}`, 'Thing is too long (limit: 2000 characters)'],
    [T.URL.id, 'not a url', 'Thing is not a URL'],
    [T.URL.id, 'javascript:alert(1)', 'Thing is not a URL'],
    [T.USER.id, '[7]', 'User IDs is not a list'],
    [T.USER.id, Array.from({ length: 501 }, (_, n) => n), 'User IDs is too large'],
    [T.EXTERNAL_ACCOUNT.id, 'x'.repeat(51), 'Thing is too long (limit: 50 characters)'],
    [T.PRONOUNS.id, 'x'.repeat(51), 'Thing is too long (limit: 50 characters)'],
  ])('of a field of type %i is rejected: %j', (type, value, msg) => {
    expect(profileValueRefusal(field(type), value)?.msg).toBe(msg);
  });

  it.each([
    [true, false, true],
    [true, true, true],
    [false, true, true],
    [false, false, false],
  ])('may be set (editable by the user: %s, administrator: %s): %s', (editableByUser, isAdministrator, isAllowed) => {
    expect(maySetValue({ ...field(T.DATE.id), editableByUser }, { isAdministrator })).toBe(isAllowed);
  });
});
