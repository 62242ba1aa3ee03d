import { expect, it } from '@jest/globals';
import type { ClientState } from '@parley/client';
import { shownFields } from './profile-fields.js';

const field = (id: number, type: number, fieldData: unknown = '') => ({
  id,
  type,
  order: 10 - id,
  name: `field ${id}`,
  hint: '',
  field_data: fieldData === '' ? '' : JSON.stringify(fieldData),
  required: false,
  editable_by_user: true,
});

it('shows the filled-in fields in their order, and links to nothing that would run', () => {
  const select = { 0: { text: 'Red', order: '1' }, 1: { text: 'Blue', order: '2' } };
  const state: ClientState = {
    custom_profile_fields: [
      field(1, 1),
      field(2, 3, select),
      field(3, 5),
      field(4, 5),
      field(5, 6),
      field(6, 7, { subtype: 'github' }),
      field(7, 7, { subtype: 'custom', url_pattern: 'javascript:alert("%(username)s")' }),
      field(8, 1),
    ],
  } as never;
  const profile_data = {
    1: { value: 'a *bird*', rendered_value: '<p>a <em>bird</em></p>' },
    2: { value: '1' },
    3: { value: 'https://example.com/' },
    4: { value: 'javascript:alert(1)' },
    5: { value: '[7,9]' },
    6: { value: 'ann/../lee' },
    7: { value: 'ann' },
  };
  expect(shownFields(state, { profile_data } as never)).toEqual([
    { id: 7, name: 'field 7', text: 'ann' },
    { id: 6, name: 'field 6', text: 'ann/../lee', link: 'https://github.com/ann%2F..%2Flee' },
    { id: 5, name: 'field 5', userIds: [7, 9] },
    { id: 4, name: 'field 4', text: 'javascript:alert(1)' },
    { id: 3, name: 'field 3', text: 'https://example.com/', link: 'https://example.com/' },
    { id: 2, name: 'field 2', text: 'Blue' },
    { id: 1, name: 'field 1', html: '<p>a <em>bird</em></p>' },
  ]);
});
