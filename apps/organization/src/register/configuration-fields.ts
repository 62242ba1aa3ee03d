import { STOP_WORDS } from './stop-words.js';

/** Groups of registration fields that are the same for all organizations. */
export const CONFIGURATION_GROUPS: Readonly<Record<string, () => Readonly<Record<string, unknown>>>> = {
  realm_filters: () => ({ realm_filters: [] }),
  realm_embedded_bots: () => ({ realm_embedded_bots: [] }),
  realm_incoming_webhook_bots: () => ({ realm_incoming_webhook_bots: [] }),
  stop_words: () => ({ stop_words: STOP_WORDS }),
  giphy: () => ({ giphy_api_key: '' }),
  tenor: () => ({ tenor_api_key: '' }),
  realm_billing: () => ({ realm_billing: { has_pending_sponsorship_request: false } }),
};
