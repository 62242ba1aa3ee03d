import { z } from 'zod';

interface Setting<T> {
  readonly schema: z.ZodType<T>;
  readonly initial: T;
  /** Only owners may change it (reference/api-surface.md "Organization"). */
  readonly ownersOnly: boolean;
}

function setting<T>(schema: z.ZodType<T>, initial: NoInfer<T>, options: { ownersOnly?: boolean } = {}): Setting<T> {
  return { schema, initial, ownersOnly: options.ownersOnly ?? false };
}

const bool = z.boolean();
/** Seconds, or null for no limit. */
const timeLimit = z.int().min(1).nullable();
/** Channel id, or -1 for none. */
const announcementChannel = z.int().min(-1);
const ownersOnly = { ownersOnly: true } as const;

/**
 * What an organization can choose, each declared once: type, initial value, who may change it. Stored in organization.settings under this name
 * when it differs from `initial`; registered as `realm_<name>` (reference/register-fields.md "realm"). Name and description have columns of
 * their own; permissions are in ORGANIZATION_PERMISSIONS; what only follows from these is computed where it is registered.
 */
export const ORGANIZATION_SETTINGS = {
  org_type: setting(z.int(), 0),
  topics_policy: setting(z.enum(['allow_empty_topic', 'disable_empty_topic']), 'allow_empty_topic'),
  allow_message_editing: setting(bool, true),
  message_content_edit_limit_seconds: setting(timeLimit, 600),
  message_content_delete_limit_seconds: setting(timeLimit, 600),
  move_messages_within_stream_limit_seconds: setting(timeLimit, 604_800),
  move_messages_between_streams_limit_seconds: setting(timeLimit, 604_800),
  message_edit_history_visibility_policy: setting(z.enum(['all', 'moves', 'none']), 'all'),
  /** Days; -1: for ever. */
  message_retention_days: setting(z.int().min(-1), -1, ownersOnly),
  /** Days until a member is a full member. */
  waiting_period_threshold: setting(z.int().min(0), 0, ownersOnly),
  enable_read_receipts: setting(bool, true),
  presence_disabled: setting(bool, false),
  invite_required: setting(bool, true, ownersOnly),
  emails_restricted_to_domains: setting(bool, false, ownersOnly),
  disallow_disposable_email_addresses: setting(bool, true, ownersOnly),
  name_changes_disabled: setting(bool, false),
  email_changes_disabled: setting(bool, false),
  avatar_changes_disabled: setting(bool, false),
  require_unique_names: setting(bool, false),
  send_welcome_emails: setting(bool, true),
  send_channel_events_messages: setting(bool, false),
  welcome_message_custom_text: setting(z.string().max(8000), ''),
  digest_emails_enabled: setting(bool, false),
  /** 0 Monday to 6 Sunday. */
  digest_weekday: setting(z.int().min(0).max(6), 1),
  message_content_allowed_in_email_notifications: setting(bool, true),
  inline_image_preview: setting(bool, true),
  inline_url_embed_preview: setting(bool, false),
  media_preview_size: setting(z.int(), 1),
  default_language: setting(z.string(), 'en'),
  default_code_block_language: setting(z.string(), ''),
  default_avatar_source: setting(z.enum(['G', 'J']), 'G'),
  video_chat_provider: setting(z.int(), 1),
  jitsi_server_url: setting(z.url().nullable(), null),
  giphy_rating: setting(z.int().min(0).max(5), 2),
  enable_spectator_access: setting(bool, false),
  want_advertise_in_communities_directory: setting(bool, false),
  enable_guest_user_indicator: setting(bool, true),
  enable_guest_user_dm_warning: setting(bool, true),
  require_e2ee_push_notifications: setting(bool, false),
  moderation_request_channel_id: setting(announcementChannel, -1),
  new_stream_announcements_stream_id: setting(announcementChannel, -1),
  signup_announcements_stream_id: setting(announcementChannel, -1),
  zulip_update_announcements_stream_id: setting(announcementChannel, -1),
  owner_full_content_access: setting(bool, false),
} as const;

export type OrganizationSetting = keyof typeof ORGANIZATION_SETTINGS;
export type OrganizationSettingValues = { readonly [K in OrganizationSetting]: z.infer<(typeof ORGANIZATION_SETTINGS)[K]['schema']> };

/**
 * Ways to log in, by their wire name, and whether each is on. Stored under `authentication_methods`; owners change it. Email means address and
 * password.
 */
export const AUTHENTICATION_METHODS = { Email: { initial: true } } as const;

/** All settings of an organization: what it stored, else the initial value. A stored value that is no longer valid counts as absent. */
export function organizationSettings(stored: Readonly<Record<string, unknown>>): OrganizationSettingValues {
  const values = Object.entries(ORGANIZATION_SETTINGS).map(([name, { schema, initial }]) => {
    const chosen = schema.safeParse(stored[name]);
    return [name, chosen.success ? chosen.data : initial] as const;
  });
  return Object.fromEntries(values) as OrganizationSettingValues;
}

/** Whether people log in with address and password. */
export function isPasswordLoginEnabled(stored: Readonly<Record<string, unknown>>): boolean {
  const chosen = z.object({ Email: z.boolean() }).safeParse(stored.authentication_methods);
  return chosen.success ? chosen.data.Email : AUTHENTICATION_METHODS.Email.initial;
}
