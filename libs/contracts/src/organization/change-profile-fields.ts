import { z } from 'zod';
import { endpoint } from '../contract.js';
import { bool, int, json, Param, pathInt } from '../wire/param.js';
import { nameText } from '../wire/storable-text.js';

/** Errors of fields that cannot be stored. */
const contentErrors = [
  'profileFieldLabelBlank',
  'profileFieldLabelInUse',
  'fieldTypeNotInSummary',
  'tooManyFieldsInSummary',
  'fieldTypeNotForMatching',
  'noChoices',
  'tooManyChoices',
  'duplicateChoices',
  'notDict',
  'missingValue',
  'notString',
  'blankText',
  'textTooLong',
  'invalidFormat',
  'invalidExternalAccountType',
  'externalAccountWithoutPattern',
  'patternWithoutVariable',
  'notUrl',
] as const;

const details = {
  name: new Param<string>(nameText({ max: 40 }), 'text').optional().describe('Must be unique in the organization.').example('Birthday'),
  hint: new Param<string>(nameText({ max: 80 }), 'text').optional(),
  field_data: json(z.record(z.string(), z.unknown()))
    .optional()
    .describe(
      'Dropdown: the choices, keyed by an id, each with `text` and `order`. External account: `subtype`, and `url_pattern` if the subtype is `custom`.',
    )
    .example({ '0': { text: 'Vim', order: '1' }, '1': { text: 'Emacs', order: '2' } }),
  display_in_profile_summary: bool()
    .optional()
    .describe('Show the field in the profile summary. At most 2 fields; not available for type 6.'),
  required: bool().optional(),
  editable_by_user: bool().optional().describe('Whether users can edit their own value. Administrators always can.'),
  use_for_user_matching: bool()
    .optional()
    .describe('Match the field when searching for users. Only for short texts and external accounts.'),
};

/** Adds a custom profile field in the last position. Administrators only. A default external account has its own name. */
export const createProfileField = endpoint({
  name: 'createProfileField',
  method: 'POST',
  path: '/realm/profile_fields',
  service: 'organization',
  scope: 'manage_organization',
  summary: 'Create a custom profile field',
  params: {
    field_type: int()
      .describe('1: short text. 2: paragraph. 3: dropdown. 4: date. 5: link. 6: users. 7: external account. 8: pronouns.')
      .example(4),
    ...details,
  },
  response: { id: z.int() },
  errors: ['administratorsOnly', 'invalidProfileFieldType', 'tooManyProfileFields', ...contentErrors],
  example: { id: 9 },
});

/** Changes a custom profile field, except its type. Removing an option deletes the values of users who chose it. Administrators only. */
export const updateProfileField = endpoint({
  name: 'updateProfileField',
  method: 'PATCH',
  path: '/realm/profile_fields/{field_id}',
  service: 'organization',
  scope: 'manage_organization',
  summary: 'Update a custom profile field',
  // Removing options notifies every user who chose them.
  timeoutMs: 30_000,
  params: { field_id: pathInt(), ...details },
  response: {},
  errors: ['administratorsOnly', 'noSuchProfileField', 'knownSiteCannotChange', ...contentErrors],
  safeToRetry: true,
  example: {},
});

/** Also deletes all values of the field. Administrators only. */
export const deleteProfileField = endpoint({
  name: 'deleteProfileField',
  method: 'DELETE',
  path: '/realm/profile_fields/{field_id}',
  service: 'organization',
  scope: 'manage_organization',
  summary: 'Delete a custom profile field',
  params: { field_id: pathInt() },
  response: {},
  errors: ['administratorsOnly', 'noSuchProfileField'],
  example: {},
});

/** Changes the order of the custom profile fields. Administrators only. */
export const reorderProfileFields = endpoint({
  name: 'reorderProfileFields',
  method: 'PATCH',
  path: '/realm/profile_fields',
  service: 'organization',
  scope: 'manage_organization',
  summary: 'Reorder custom profile fields',
  params: { order: json(z.array(z.int())).describe('Ids of all fields, each once, in the new order.').example([2, 1]) },
  response: {},
  errors: ['administratorsOnly', 'incompleteProfileFieldOrder'],
  safeToRetry: true,
  example: {},
});
