import { bad } from './api-error.js';

/** Errors about custom profile fields and their values. */
export const profileFieldErrors = {
  noSuchProfileField: (args: { id: number }) => bad(`Field id ${args.id} not found.`),
  invalidProfileFieldType: () => bad('Invalid field type.'),
  incompleteProfileFieldOrder: () => bad('Invalid order mapping.'),
  tooManyProfileFields: (args: { limit: number }) => bad(`An organization can have at most ${args.limit} custom profile fields.`),
  profileFieldLabelBlank: () => bad('Label cannot be blank.'),
  profileFieldLabelInUse: () => bad('A field with that label already exists.'),
  /** The external sites that the server knows. */
  knownSiteCannotChange: () => bad('Default custom field cannot be updated.'),
  fieldTypeNotInSummary: () => bad('Field type not supported for display in profile summary.'),
  tooManyFieldsInSummary: (args: { limit: number }) =>
    bad(`Only ${args.limit} custom profile fields can be displayed in the profile summary.`),
  fieldTypeNotForMatching: () => bad('Field type not supported for user matching.'),

  noChoices: () => bad('Field must have at least one choice.'),
  tooManyChoices: (args: { limit: number }) => bad(`Field must have at most ${args.limit} choices.`),
  duplicateChoices: () => bad('Field must not have duplicate choices.'),
  invalidExternalAccountType: () => bad('Invalid external account type'),
  externalAccountWithoutPattern: () => bad('Custom external account must define URL pattern'),
  patternWithoutVariable: (args: { variable: string }) => bad(`URL pattern must contain '${args.variable}'.`),

  profileFieldNotEditable: () => bad('You are not allowed to change this field. Contact an administrator to update it.'),
  invalidChoice: (args: { value: string; name: string }) => bad(`'${args.value}' is not a valid choice for '${args.name}'.`),
} as const;
