import { z } from 'zod';
import { groupSettingValue } from '../group-setting-value.js';
import { ORGANIZATION_PERMISSION_NAMES } from '../organization/organization-permissions.js';
import { ORGANIZATION_SETTINGS, ORGANIZATION_TEXTS, type OrganizationSettingDeclaration } from '../organization/organization-settings.js';

const text = z.string();
const bool = z.boolean();
const seconds = z.int();
const picture = z.enum(['G', 'J', 'U']);
const logo = z.enum(['D', 'U']);
const choices = z.record(z.string(), z.object({ name: text, id: z.int() }));

const supportedSetting = z.object({
  require_system_group: bool,
  allow_internet_group: bool,
  allow_nobody_group: bool,
  allow_everyone_group: bool,
  default_group_name: text,
  default_for_system_groups: text.nullable(),
  allowed_system_groups: z.array(text),
});
const supportedSettings = z.record(z.string(), supportedSetting);

const identity = {
  realm_icon_url: text,
  realm_icon_source: picture,
  realm_logo_url: text,
  realm_logo_source: logo,
  realm_night_logo_url: text,
  realm_night_logo_source: logo,
  realm_url: text,
  realm_uri: text.describe('Deprecated. Use `realm_url`.'),
  realm_uuid: text,
  realm_bot_domain: text,
  realm_date_created: seconds,
  realm_upload_quota_mib: z.int().nullable(),
};

/** Deprecated or duplicate fields, derived from the settings. */
const derived = {
  realm_mandatory_topics: bool,
  realm_allow_edit_history: bool,
  realm_wildcard_mention_policy: z.literal([1, 2, 3, 5, 6, 7]),
  realm_create_public_stream_policy: z.int(),
  realm_create_private_stream_policy: z.int(),
  realm_create_web_public_stream_policy: z.int(),
  realm_authentication_methods: z.record(z.string(), z.object({ enabled: bool, available: bool, unavailable_reason: text.optional() })),
  realm_email_auth_enabled: bool,
  realm_password_auth_enabled: bool,
  realm_gif_rating_policy: z.int(),
  gif_rating_policy_options: choices,
  giphy_rating_options: choices,
  jitsi_server_url: text.nullable(),
};

/** Properties of the installation, the same for all organizations. */
const installation = {
  realm_plan_type: z.int(),
  realm_empty_topic_display_name: text,
  realm_is_zephyr_mirror_realm: bool,
  realm_default_external_accounts: z.record(z.string(), z.object({ name: text, text, hint: text, url_pattern: text })),
  realm_push_notifications_enabled: bool,
  realm_push_notifications_enabled_end_timestamp: seconds.nullable(),
  server_web_push_public_key: text
    .nullable()
    .describe('The `applicationServerKey` with which browsers subscribe to push notifications. Null: the server sends none to browsers.'),
  realm_available_video_chat_providers: choices,
  zulip_plan_is_not_limited: bool,
  upgrade_text_for_wide_organization_logo: text,
  password_min_length: z.int(),
  password_max_length: z.int(),
  password_min_guesses: z.int(),
  server_generation: seconds.describe('When the running release was deployed.'),
  server_presence_ping_interval_seconds: z.int(),
  server_presence_offline_threshold_seconds: z.int(),
  server_typing_started_expiry_period_milliseconds: z.int(),
  server_typing_started_wait_period_milliseconds: z.int(),
  server_typing_stopped_wait_period_milliseconds: z.int(),
  server_emoji_data_url: text,
  server_thumbnail_formats: z.array(z.object({ name: text, max_width: z.int(), max_height: z.int(), format: text, animated: bool })),
  server_supported_permission_settings: z.object({ realm: supportedSettings, stream: supportedSettings, group: supportedSettings }),
  server_report_message_types: z.array(z.object({ key: text, name: text })),
  server_inline_image_preview: bool,
  server_inline_url_embed_preview: bool,
  server_avatar_changes_disabled: bool,
  server_name_changes_disabled: bool,
  server_needs_upgrade: bool,
  server_web_public_streams_enabled: bool,
  server_can_summarize_topics: bool,
  server_jitsi_server_url: text.nullable(),
  server_min_deactivated_realm_deletion_days: z.int().nullable(),
  server_max_deactivated_realm_deletion_days: z.int().nullable(),
  settings_send_digest_emails: bool,
  development_environment: bool,
};

function realmFields(fields: Readonly<Record<string, z.ZodType>>): Readonly<Record<string, z.ZodType>> {
  return Object.fromEntries(Object.entries(fields).map(([name, schema]) => [`realm_${name}`, schema]));
}

const settings = Object.fromEntries(
  Object.entries<OrganizationSettingDeclaration>(ORGANIZATION_SETTINGS).map(([name, { schema }]) => [name, schema]),
);
const permissions = Object.fromEntries(ORGANIZATION_PERMISSION_NAMES.map((name) => [name, groupSettingValue]));

/** The group `realm` of a registration: the organization's settings, values derived from them, and properties of the server. */
export const REALM_FIELDS = {
  ...realmFields({ ...ORGANIZATION_TEXTS, ...settings, ...permissions }),
  ...identity,
  ...derived,
  ...installation,
};
