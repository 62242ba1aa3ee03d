import { STOP_WORDS } from './stop-words.js';

const PROFILE_FIELD_TYPES = [
  ['SHORT_TEXT', 'Text (short)'],
  ['LONG_TEXT', 'Text (long)'],
  ['SELECT', 'List of options'],
  ['DATE', 'Date'],
  ['URL', 'Link'],
  ['USER', 'Users'],
  ['EXTERNAL_ACCOUNT', 'External account'],
  ['PRONOUNS', 'Pronouns'],
] as const;

/** The small groups of organization-wide state, each with its fields (reference/register-fields.md "Small groups"). */
export const CONFIGURATION_GROUPS: Readonly<Record<string, () => Readonly<Record<string, unknown>>>> = {
  custom_profile_fields: () => ({
    custom_profile_fields: [],
    custom_profile_field_types: Object.fromEntries(PROFILE_FIELD_TYPES.map(([key, name], place) => [key, { id: place + 1, name }])),
  }),
  realm_domains: () => ({ realm_domains: [] }),
  realm_filters: () => ({ realm_filters: [] }),
  realm_embedded_bots: () => ({ realm_embedded_bots: [] }),
  realm_incoming_webhook_bots: () => ({ realm_incoming_webhook_bots: [] }),
  stop_words: () => ({ stop_words: STOP_WORDS }),
  giphy: () => ({ giphy_api_key: '' }),
  tenor: () => ({ tenor_api_key: '' }),
  realm_billing: () => ({ realm_billing: { has_pending_sponsorship_request: false } }),
};
