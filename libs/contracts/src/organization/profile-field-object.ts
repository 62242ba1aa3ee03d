import { z } from 'zod';

/** Types of custom profile fields, by the names in a registration. */
export const PROFILE_FIELD_TYPES = {
  SHORT_TEXT: { id: 1, name: 'Text (short)' },
  LONG_TEXT: { id: 2, name: 'Text (long)' },
  SELECT: { id: 3, name: 'List of options' },
  DATE: { id: 4, name: 'Date' },
  URL: { id: 5, name: 'Link' },
  USER: { id: 6, name: 'Users' },
  EXTERNAL_ACCOUNT: { id: 7, name: 'External account' },
  PRONOUNS: { id: 8, name: 'Pronouns' },
} as const;
export type ProfileFieldType = (typeof PROFILE_FIELD_TYPES)[keyof typeof PROFILE_FIELD_TYPES]['id'];

export function isProfileFieldType(value: number): value is ProfileFieldType {
  return Object.values(PROFILE_FIELD_TYPES).some(({ id }) => id === value);
}

/** A custom profile field in the format for clients. */
export const profileFieldObject = z
  .object({
    id: z.int(),
    type: z.int(),
    order: z.int(),
    name: z.string(),
    hint: z.string(),
    /** JSON text: the options of a dropdown by key, or the site of an external account. Empty for other types. */
    field_data: z.string(),
    /** Present only if true. */
    display_in_profile_summary: z.literal(true).optional(),
    required: z.boolean(),
    editable_by_user: z.boolean(),
    /** Present only if true. */
    use_for_user_matching: z.literal(true).optional(),
  })
  .meta({ id: 'ProfileField' });
export type ProfileFieldObject = z.infer<typeof profileFieldObject>;

/** Sites that an external account field can name by key instead of a URL pattern. */
export const DEFAULT_EXTERNAL_ACCOUNTS = {
  twitter: {
    name: 'Twitter username',
    text: 'Twitter',
    hint: '',
    url_pattern: 'https://twitter.com/%(username)s',
  },
  github: {
    name: 'GitHub username',
    text: 'GitHub',
    hint: '',
    url_pattern: 'https://github.com/%(username)s',
  },
} as const;

export function isDefaultExternalAccount(key: unknown): key is keyof typeof DEFAULT_EXTERNAL_ACCOUNTS {
  return typeof key === 'string' && Object.hasOwn(DEFAULT_EXTERNAL_ACCOUNTS, key);
}
