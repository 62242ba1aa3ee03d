import { z } from 'zod';
import { LANGUAGE_CODES } from '../languages.js';
import { nameText, storableText } from '../wire/storable-text.js';
import { PROVIDER_KINDS, type ProviderKind } from './identity-providers.js';

export interface OrganizationSettingDeclaration<T = unknown> {
  readonly schema: z.ZodType<T>;
  readonly initial: T;
  /** Only owners may change it. */
  readonly ownersOnly: boolean;
  /** Words that clients may send instead of a value. */
  readonly words: Readonly<Record<string, T>>;
}

function setting<T>(
  schema: z.ZodType<T>,
  initial: NoInfer<T>,
  more: { ownersOnly?: boolean; words?: Readonly<Record<string, NoInfer<T>>> } = {},
): OrganizationSettingDeclaration<T> {
  return { schema, initial, ownersOnly: more.ownersOnly ?? false, words: more.words ?? {} };
}

const MAX_INT = 2 ** 31 - 1;
const bool = z.boolean();
/** Seconds, or null for no limit. */
const timeLimit = z.int().min(1).max(MAX_INT).nullable();
const unlimited = { words: { unlimited: null } } as const;
/** Channel id, or -1 for none. */
const announcementChannel = z.int().min(-1);
const ownersOnly = { ownersOnly: true } as const;
/** A person's lifetime. Longer periods would mean never. */
const MAX_WAITING_DAYS = 36_500;
const MAX_URL_LENGTH = 200;
/** The end of the year 9999, in seconds. */
const MAX_TIME = 253_402_300_799;

/**
 * Kinds of organization: unspecified, business, open source, education (twice), research, event, nonprofit, government, politics, community,
 * personal, other.
 */
const ORGANIZATION_TYPES = [0, 10, 20, 30, 35, 40, 50, 60, 70, 80, 90, 100, 1000] as const;

/**
 * The settings of an organization, each declared once: type, initial value, who may change it. Stored in organization.settings under this name,
 * absent while the value is `initial`; registered as `realm_<name>`. Name and description have their own columns;
 * permissions are in ORGANIZATION_PERMISSIONS; values derived from these are computed for registration.
 */
export const ORGANIZATION_SETTINGS = {
  org_type: setting(z.literal(ORGANIZATION_TYPES), 0),
  topics_policy: setting(z.enum(['allow_empty_topic', 'disable_empty_topic']), 'allow_empty_topic'),
  allow_message_editing: setting(bool, true),
  message_content_edit_limit_seconds: setting(timeLimit, 600, unlimited),
  message_content_delete_limit_seconds: setting(timeLimit, 600, unlimited),
  move_messages_within_stream_limit_seconds: setting(timeLimit, 604_800, unlimited),
  move_messages_between_streams_limit_seconds: setting(timeLimit, 604_800, unlimited),
  message_edit_history_visibility_policy: setting(z.enum(['all', 'moves', 'none']), 'all'),
  /** Days; -1 means forever. */
  message_retention_days: setting(z.union([z.literal(-1), z.int().min(1).max(MAX_INT)]), -1, {
    ownersOnly: true,
    words: { unlimited: -1 },
  }),
  /** Days until a member is a full member. */
  waiting_period_threshold: setting(z.int().min(0).max(MAX_WAITING_DAYS), 0, ownersOnly),
  enable_read_receipts: setting(bool, true),
  presence_disabled: setting(bool, false),
  invite_required: setting(bool, true, ownersOnly),
  emails_restricted_to_domains: setting(bool, false, ownersOnly),
  disallow_disposable_email_addresses: setting(bool, true, ownersOnly),
  name_changes_disabled: setting(bool, false),
  email_changes_disabled: setting(bool, false),
  /** Whether API keys are accepted. API tokens and sessions always are. */
  api_keys_allowed: setting(bool, true, ownersOnly),
  /** From when on people who sign in with a password need a second factor: seconds since the epoch. Null: never. */
  require_second_factor_from: setting(z.int().min(0).max(MAX_TIME).nullable(), null, { ownersOnly: true, words: { never: null } }),
  avatar_changes_disabled: setting(bool, false),
  require_unique_names: setting(bool, false),
  send_welcome_emails: setting(bool, true),
  send_channel_events_messages: setting(bool, false),
  welcome_message_custom_text: setting(storableText({ max: 8000 }), ''),
  digest_emails_enabled: setting(bool, false),
  /** 0 Monday to 6 Sunday. */
  digest_weekday: setting(z.int().min(0).max(6), 1),
  message_content_allowed_in_email_notifications: setting(bool, true),
  inline_image_preview: setting(bool, true),
  inline_url_embed_preview: setting(bool, false),
  /** 1 small, 2 medium, 3 large. */
  media_preview_size: setting(z.int().min(1).max(3), 1),
  /** The initial language of new accounts. */
  default_language: setting(z.enum(LANGUAGE_CODES), 'en'),
  default_code_block_language: setting(storableText({ max: 80 }), ''),
  default_avatar_source: setting(z.enum(['G', 'J']), 'G'),
  /** One of VIDEO_CHAT_PROVIDERS that the installation has: 0 none, 1 Jitsi Meet, 4 BigBlueButton, 5 Zoom. */
  video_chat_provider: setting(z.literal([0, 1, 4, 5]), 1),
  /** Null for the default of the installation. */
  jitsi_server_url: setting(
    z
      .url({ protocol: /^https?$/ })
      .max(MAX_URL_LENGTH)
      .nullable(),
    null,
    { words: { default: null } },
  ),
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
  owner_full_content_access: setting(bool, false, ownersOnly),
} as const;

export type OrganizationSetting = keyof typeof ORGANIZATION_SETTINGS;
// Object.keys loses the type of the keys.
export const ORGANIZATION_SETTING_NAMES = Object.keys(ORGANIZATION_SETTINGS) as readonly OrganizationSetting[];

/** Settings with the id of a channel, or -1. */
export const CHANNEL_SETTING_NAMES = [
  'moderation_request_channel_id',
  'new_stream_announcements_stream_id',
  'signup_announcements_stream_id',
  'zulip_update_announcements_stream_id',
] as const satisfies readonly OrganizationSetting[];

/** Name and description (Markdown) of an organization, which are columns of its row. */
export const ORGANIZATION_TEXTS = { name: nameText({ min: 1, max: 40 }), description: storableText({ max: 1000 }) } as const;
export type OrganizationText = keyof typeof ORGANIZATION_TEXTS;
export type OrganizationSettingValues = { readonly [K in OrganizationSetting]: z.infer<(typeof ORGANIZATION_SETTINGS)[K]['schema']> };

/**
 * Authentication methods by their wire name, and whether each is initially enabled. Stored under `authentication_methods`; owners can change it.
 * Email means address and password.
 */
export const AUTHENTICATION_METHODS = { Email: { initial: true } } as const;

/** Methods that are on while a provider of their kind is enabled, by kind. They are stored with the others, and owners change them by the provider. */
export const PROVIDER_METHODS = { oidc: 'OpenID Connect' } as const satisfies Readonly<Record<ProviderKind, string>>;

/** All settings of an organization: stored or initial values. An invalid stored value counts as absent. */
export function organizationSettings(stored: Readonly<Record<string, unknown>>): OrganizationSettingValues {
  const values = Object.entries(ORGANIZATION_SETTINGS).map(([name, { schema, initial }]) => {
    const chosen = schema.safeParse(stored[name]);
    return [name, chosen.success ? chosen.data : initial] as const;
  });
  return Object.fromEntries(values) as OrganizationSettingValues;
}

/** Whether people who sign in with a password need a second factor by now. */
export function isSecondFactorRequired(stored: Readonly<Record<string, unknown>>): boolean {
  const { require_second_factor_from: from } = organizationSettings(stored);
  return from !== null && from * 1000 <= Date.now();
}

const chosenMethods = z.object({ Email: z.boolean() });

const providerMethods = z.record(z.string(), z.unknown());

/** The kinds of which a provider is enabled. */
export function enabledProviderKinds(stored: Readonly<Record<string, unknown>>): readonly ProviderKind[] {
  const chosen = providerMethods.safeParse(stored.authentication_methods).data ?? {};
  return PROVIDER_KINDS.filter((kind) => chosen[PROVIDER_METHODS[kind]] === true);
}

/** Whether users can log in with address and password. */
export function isPasswordLoginEnabled(stored: Readonly<Record<string, unknown>>): boolean {
  const chosen = chosenMethods.safeParse(stored.authentication_methods);
  return chosen.success ? chosen.data.Email : AUTHENTICATION_METHODS.Email.initial;
}
