import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';
import { ALL_ROLES } from '../roles.js';
import { PROFILE_FIELD_TYPES, type ProfileFieldObject, profileFieldObject } from './profile-field-object.js';

const payload = z.object({ fields: z.array(profileFieldObject) });

/** The custom profile fields changed: all of them, in their order. Values of removed fields are deleted. */
export const profileFieldsChanged: DomainEvent<'profile-fields.changed', z.infer<typeof payload>> = domainEvent({
  type: 'profile-fields.changed',
  owner: 'organization',
  payload,
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
