import { ALL_ROLES } from '@parley/contracts';
import { PROFILE_FIELD_TYPES, type ProfileFieldObject, profileFieldsChanged } from '@parley/contracts/organization';
import { fanOut } from '../fan-out.js';

export const profileFieldsChangedFanOut = fanOut(profileFieldsChanged, {
  parts: ({ fields }) => [
    {
      clientType: 'custom_profile_fields',
      audience: { roles: ALL_ROLES },
      render: ({ capabilities }) => ({
        type: 'custom_profile_fields',
        fields: shownProfileFields(fields, capabilities.pronouns_field_type_supported !== false),
      }),
    },
  ],
});

/** For clients that do not know the type pronouns, such a field is a short text. */
export function shownProfileFields(fields: readonly ProfileFieldObject[], knowsPronouns: boolean): readonly ProfileFieldObject[] {
  if (knowsPronouns) return fields;
  const { PRONOUNS, SHORT_TEXT } = PROFILE_FIELD_TYPES;
  return fields.map((field) => (field.type === PRONOUNS.id ? { ...field, type: SHORT_TEXT.id } : field));
}
