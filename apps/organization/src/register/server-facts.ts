import { EMPTY_TOPIC_DISPLAY_NAME } from '@parley/contracts';
import { REPORT_MESSAGE_TYPES } from '@parley/contracts/messaging';
import {
  DEFAULT_EXTERNAL_ACCOUNTS,
  enabledProviderKinds,
  isPasswordLoginEnabled,
  PASSWORD_LENGTH,
  PASSWORD_MIN_GUESSES,
  PROVIDER_METHODS,
} from '@parley/contracts/organization';

/** Fields of the group `realm` that are the same for all organizations of the installation. */
export const serverFacts = {
  realm_empty_topic_display_name: EMPTY_TOPIC_DISPLAY_NAME,
  realm_is_zephyr_mirror_realm: false,
  realm_plan_type: 1,
  realm_default_external_accounts: DEFAULT_EXTERNAL_ACCOUNTS,
  realm_push_notifications_enabled_end_timestamp: null,
  zulip_plan_is_not_limited: true,
  upgrade_text_for_wide_organization_logo: '',
  password_min_length: PASSWORD_LENGTH.min,
  password_max_length: PASSWORD_LENGTH.max,
  password_min_guesses: PASSWORD_MIN_GUESSES,
  server_typing_started_expiry_period_milliseconds: 15_000,
  server_typing_stopped_wait_period_milliseconds: 5_000,
  server_typing_started_wait_period_milliseconds: 10_000,
  server_thumbnail_formats: [],
  server_report_message_types: REPORT_MESSAGE_TYPES,
  server_inline_image_preview: true,
  server_inline_url_embed_preview: true,
  server_avatar_changes_disabled: false,
  server_name_changes_disabled: false,
  server_needs_upgrade: false,
  server_web_public_streams_enabled: true,
  server_can_summarize_topics: false,
  server_min_deactivated_realm_deletion_days: 14,
  server_max_deactivated_realm_deletion_days: null,
  development_environment: false,
} as const;

const GIF_RATINGS = [
  ['disabled', 'GIFs disabled'],
  ['y', 'Allow GIFs rated Y (Very young audience)'],
  ['g', 'Allow GIFs rated G (General audience)'],
  ['pg', 'Allow GIFs rated PG (Parental guidance)'],
  ['pg-13', 'Allow GIFs rated PG-13 (Parental guidance - under 13)'],
  ['r', 'Allow GIFs rated R (Restricted)'],
] as const;

export const gifRatingOptions = Object.fromEntries(GIF_RATINGS.map(([key, name], id) => [key, { name, id }]));

/** Authentication methods by wire name: Email, and those of enabled identity providers. */
export function authenticationMethods(settings: Readonly<Record<string, unknown>>) {
  const ofProviders = enabledProviderKinds(settings).map((kind) => [PROVIDER_METHODS[kind], { enabled: true, available: true }] as const);
  return { Email: { enabled: isPasswordLoginEnabled(settings), available: true }, ...Object.fromEntries(ofProviders) };
}
