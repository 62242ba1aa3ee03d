import { INTEGRATIONS, registeredIntegration } from '@parley/integrations';
import { RawJson } from '@parley/rpc';
import { STOP_WORDS } from './stop-words.js';

/** Groups of registration fields that are the same for all organizations. */
export const CONFIGURATION_GROUPS: readonly (readonly [group: string, fields: RawJson])[] = [
  ['realm_filters', RawJson.of({ realm_filters: [] })],
  ['realm_embedded_bots', RawJson.of({ realm_embedded_bots: [] })],
  ['realm_incoming_webhook_bots', RawJson.of({ realm_incoming_webhook_bots: INTEGRATIONS.map(registeredIntegration) })],
  ['stop_words', RawJson.of({ stop_words: STOP_WORDS })],
  ['giphy', RawJson.of({ giphy_api_key: '' })],
  ['tenor', RawJson.of({ tenor_api_key: '' })],
  ['realm_billing', RawJson.of({ realm_billing: { has_pending_sponsorship_request: false } })],
];
