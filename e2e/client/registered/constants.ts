import { expect } from '@jest/globals';
import { INTEGRATIONS, registeredIntegration } from '@parley/integrations';

/** A field that cannot be changed through the API, its value, and the reason. */
export interface Constant {
  readonly value: unknown;
  readonly because: string;
}

function constants(because: string, values: Readonly<Record<string, unknown>>): Record<string, Constant> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value, because }]));
}

const somethingToChoose = expect.objectContaining({ realm: expect.any(Object), stream: expect.any(Object), group: expect.any(Object) });

/** The fields of a registration that are constant by design. */
export const CONSTANTS: Readonly<Record<string, Constant>> = {
  ...constants('the feature does not exist, so the value is empty', {
    navigation_tour_video_url: null,
    realm_embedded_bots: [],
    realm_filters: [],
    server_thumbnail_formats: [],
  }),
  ...constants('no such external service is used', {
    giphy_api_key: '',
    tenor_api_key: '',
    has_zoom_token: false,
    realm_push_notifications_enabled: false,
    realm_push_notifications_enabled_end_timestamp: null,
    server_web_push_public_key: null,
    server_can_summarize_topics: false,
  }),
  ...constants('the installation of the tests sends mail', { settings_send_digest_emails: true }),
  ...constants('an installation has no plans to buy', {
    realm_billing: { has_pending_sponsorship_request: false },
    realm_plan_type: 1,
    zulip_plan_is_not_limited: true,
    upgrade_text_for_wide_organization_logo: '',
  }),
  ...constants('the server has a fixed value', {
    custom_profile_field_types: {
      SHORT_TEXT: { id: 1, name: expect.any(String) },
      LONG_TEXT: { id: 2, name: expect.any(String) },
      SELECT: { id: 3, name: expect.any(String) },
      DATE: { id: 4, name: expect.any(String) },
      URL: { id: 5, name: expect.any(String) },
      USER: { id: 6, name: expect.any(String) },
      EXTERNAL_ACCOUNT: { id: 7, name: expect.any(String) },
      PRONOUNS: { id: 8, name: expect.any(String) },
    },
    development_environment: false,
    gif_rating_policy_options: expect.objectContaining({ disabled: { id: 0, name: expect.any(String) } }),
    giphy_rating_options: expect.objectContaining({ disabled: { id: 0, name: expect.any(String) } }),
    password_min_length: 8,
    password_max_length: 100,
    password_min_guesses: 10_000,
    server_jitsi_server_url: 'https://meet.jit.si',
    realm_available_video_chat_providers: { disabled: { id: 0, name: 'None' }, jitsi_meet: { id: 1, name: 'Jitsi Meet' } },
    realm_default_external_accounts: expect.objectContaining({ github: expect.objectContaining({ text: 'GitHub' }) }),
    realm_empty_topic_display_name: 'general chat',
    realm_incoming_webhook_bots: INTEGRATIONS.map(registeredIntegration),
    realm_is_zephyr_mirror_realm: false,
    server_avatar_changes_disabled: false,
    server_emoji_data_url: expect.stringMatching(/^http:\/\/[^/]+\/api\/v1\/server_emoji_data$/),
    server_generation: expect.any(Number),
    server_inline_image_preview: true,
    server_inline_url_embed_preview: true,
    server_max_deactivated_realm_deletion_days: null,
    server_min_deactivated_realm_deletion_days: 14,
    server_name_changes_disabled: false,
    server_needs_upgrade: false,
    server_report_message_types: expect.arrayContaining([
      { key: 'spam', name: 'Spam' },
      { key: 'other', name: 'Other reason' },
    ]),
    server_supported_permission_settings: somethingToChoose,
    server_typing_started_expiry_period_milliseconds: 15_000,
    server_typing_started_wait_period_milliseconds: 10_000,
    server_typing_stopped_wait_period_milliseconds: 5_000,
    server_web_public_streams_enabled: true,
    stop_words: expect.arrayContaining(['the', 'and', 'of']),
  }),
  ...constants('it depends on the size of the organization: see presence-timings.ts', {
    server_presence_ping_interval_seconds: 60,
    server_presence_offline_threshold_seconds: 140,
  }),
  ...constants('it is set when the organization is created, or by the operator', {
    realm_bot_domain: 'other.localhost',
    realm_date_created: expect.any(Number),
    realm_upload_quota_mib: 10_240,
    realm_uuid: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  }),
};
