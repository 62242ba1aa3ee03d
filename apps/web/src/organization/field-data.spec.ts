import { describe, expect, it } from '@jest/globals';
import { type FieldValues, fieldDataOf } from './field-data.js';

const values: FieldValues = {
  type: 3,
  name: 'Editor',
  hint: '',
  choices: '',
  site: 'github',
  pattern: ' https://x.example/%(username)s ',
  isRequired: false,
  isEditable: true,
  isInSummary: false,
};

describe('what the server stores of a profile field', () => {
  it('are the options of a list, and those that were there keep their keys', () => {
    const before = JSON.stringify({ '0': { text: 'Vim', order: '1' }, '4': { text: 'Emacs', order: '2' } });
    expect(fieldDataOf({ ...values, choices: 'Nano\n\n Emacs \nAcme' }, before)).toEqual({
      '5': { text: 'Nano', order: '1' },
      '4': { text: 'Emacs', order: '2' },
      '6': { text: 'Acme', order: '3' },
    });
  });

  it('is the site of an account', () => {
    expect(fieldDataOf({ ...values, type: 7 }, '')).toEqual({ subtype: 'github' });
    const custom = { subtype: 'custom', url_pattern: 'https://x.example/%(username)s' };
    expect(fieldDataOf({ ...values, type: 7, site: 'custom' }, '')).toEqual(custom);
  });

  it('is nothing for a text', () => expect(fieldDataOf({ ...values, type: 1 }, '')).toBeUndefined());
});
