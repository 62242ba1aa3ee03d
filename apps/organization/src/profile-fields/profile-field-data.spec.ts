import { describe, expect, it } from '@jest/globals';
import { PROFILE_FIELD_TYPES, type ProfileFieldType } from '@parley/contracts/organization';
import { checkedFieldData, mayMatchUsers, maySummarize } from './profile-field-data.js';

const { SELECT, EXTERNAL_ACCOUNT, DATE } = PROFILE_FIELD_TYPES;
const custom = (url_pattern?: unknown) => ({ subtype: 'custom', ...(url_pattern === undefined ? {} : { url_pattern }) });

describe('the data of a profile field', () => {
  it.each<[string, ProfileFieldType, Record<string, unknown>, unknown]>([
    [
      'choices',
      SELECT.id,
      { '0': { text: ' Vim ', order: '1', more: 1 }, b: { text: 'Emacs', order: 2 } },
      { '0': { text: 'Vim', order: '1' }, b: { text: 'Emacs', order: '2' } },
    ],
    [
      '200 choices',
      SELECT.id,
      Object.fromEntries(Array.from({ length: 200 }, (_, n) => [n, { text: `${n}`, order: '1' }])),
      Object.fromEntries(Array.from({ length: 200 }, (_, n) => [n, { text: `${n}`, order: '1' }])),
    ],
    ['200 characters', SELECT.id, { a: { text: 'x'.repeat(200), order: '1' } }, { a: { text: 'x'.repeat(200), order: '1' } }],
    ['trimmed keys', SELECT.id, { ' a ': { text: 'A', order: '1' } }, { a: { text: 'A', order: '1' } }],
    ['an http site', EXTERNAL_ACCOUNT.id, custom(' HTTP://a.b/%(username)s '), custom('HTTP://a.b/%(username)s')],
    ['a known site', EXTERNAL_ACCOUNT.id, { subtype: 'github' }, { subtype: 'github' }],
    ['a site', EXTERNAL_ACCOUNT.id, custom('https://a.b/%(username)s'), custom('https://a.b/%(username)s')],
    ['nothing for other types', DATE.id, { whatever: 1 }, null],
  ])('is %s', (_, type, data, stored) => {
    expect(checkedFieldData(type, data)).toEqual(stored);
  });

  it.each<[string, ProfileFieldType, Record<string, unknown>]>([
    ['Field must have at least one choice.', SELECT.id, {}],
    ['Field must not have duplicate choices.', SELECT.id, { '0': { text: 'a', order: '1' }, '1': { text: 'a ', order: '2' } }],
    [
      'Field must have at most 200 choices.',
      SELECT.id,
      Object.fromEntries(Array.from({ length: 201 }, (_, n) => [n, { text: `${n}`, order: '1' }])),
    ],
    ['field_data["0"] is not a dict', SELECT.id, { '0': 'a' }],
    ['field_data["0"] is not a dict', SELECT.id, { '0': null }],
    ['field_data["0"]["order"] field is missing', SELECT.id, { '0': { text: 'a' } }],
    ['field_data["0"]["text"] cannot be blank', SELECT.id, { '0': { text: ' ', order: '1' } }],
    ['field_data["0"]["text"] is not a string', SELECT.id, { '0': { text: 7, order: '1' } }],
    ['field_data["0"]["text"] has invalid format', SELECT.id, { '0': { text: 'a\0', order: '1' } }],
    ['field_data["0"] is not a dict', SELECT.id, { '0': ['a'] }],
    ['field_data["0"]["text"] field is missing', SELECT.id, { '0': { order: '1' } }],
    ['field_data["0"]["text"] is too long (limit: 200 characters)', SELECT.id, { '0': { text: 'x'.repeat(201), order: '1' } }],
    ['field_data["0"]["order"] is not a string', SELECT.id, { '0': { text: 'a', order: null } }],
    ['field_data key cannot be blank', SELECT.id, { ' ': { text: 'a', order: '1' } }],
    ['field_data key is too long (limit: 200 characters)', SELECT.id, { ['x'.repeat(201)]: { text: 'a', order: '1' } }],
    ['Invalid external account type', EXTERNAL_ACCOUNT.id, {}],
    ['Invalid external account type', EXTERNAL_ACCOUNT.id, { subtype: 'toString' }],
    ['Custom external account must define URL pattern', EXTERNAL_ACCOUNT.id, custom()],
    ["URL pattern must contain '%(username)s'.", EXTERNAL_ACCOUNT.id, custom('https://a.b/')],
    ["URL pattern must contain '%(username)s'.", EXTERNAL_ACCOUNT.id, custom('https://a.b/%(username)s%(username)s')],
    ['URL pattern is not a URL', EXTERNAL_ACCOUNT.id, custom('javascript:%(username)s')],
    ['URL pattern is not a URL', EXTERNAL_ACCOUNT.id, custom('xhttps://a.b/%(username)s')],
    ['URL pattern is not a URL', EXTERNAL_ACCOUNT.id, custom('https://a.b/x y%(username)s')],
    ['URL pattern is not a URL', EXTERNAL_ACCOUNT.id, custom('https://%(username)s:port')],
    ['URL pattern cannot be blank', EXTERNAL_ACCOUNT.id, custom(' ')],
    ['URL pattern is not a string', EXTERNAL_ACCOUNT.id, custom(7)],
  ])('is rejected: %s', (msg, type, data) => {
    expect(() => checkedFieldData(type, data)).toThrow(msg);
  });

  it('determines what a field type can be used for', () => {
    const types = Object.values(PROFILE_FIELD_TYPES).map(({ id }) => id);
    expect(types.filter((type) => !maySummarize(type))).toEqual([6]);
    expect(types.filter(mayMatchUsers)).toEqual([1, 7]);
  });
});
