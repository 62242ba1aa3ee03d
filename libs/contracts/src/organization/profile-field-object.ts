import { z } from 'zod';

/** What a custom profile field holds (spec 2.8), by the names that registration gives. */
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

/** A custom profile field as clients read it (reference/register-fields.md). */
export const profileFieldObject = z
  .object({
    id: z.int(),
    type: z.int(),
    order: z.int(),
    name: z.string(),
    hint: z.string(),
    /** JSON text: of a dropdown its choices by key, of an external account where it is. Empty of other types. */
    field_data: z.string(),
    /** Only where it is so. */
    display_in_profile_summary: z.literal(true).optional(),
    required: z.boolean(),
    editable_by_user: z.boolean(),
    /** Only where it is so. */
    use_for_user_matching: z.literal(true).optional(),
  })
  .meta({ id: 'ProfileField' });
export type ProfileFieldObject = z.infer<typeof profileFieldObject>;

/** Sites that a field of the type external account can name by its key instead of describing where accounts are. */
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
