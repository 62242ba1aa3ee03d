import { z } from 'zod';
import { LANGUAGE_CODES } from '../languages.js';
import type { ValueRefusal } from '../wire/param.js';
import { isTimeZone } from './time-zone.js';

/** Where a setting can be changed: for the user (PATCH /settings), as the default of new users (PATCH /realm/user_settings_defaults), or both. */
type Scope = 'personal' | 'default' | 'both';

export interface UserSetting<T = unknown> {
  readonly schema: z.ZodType<T>;
  readonly initial: T;
  readonly scope: Scope;
  /** Stored with the account, because its API email and profile depend on it. */
  readonly keptWithAccount: boolean;
  /** Older or other spellings of values in clients, with our spellings. */
  readonly spellings: Readonly<Record<string, T>>;
  /** Concerns the user's account, privacy or mailbox: an administrator cannot change it for others (`target_users`). */
  readonly isPrivate: boolean;
  /** Description of its values, for the documentation. */
  readonly meaning?: string;
  /** Error for an invalid value, if clients expect a text of its own. */
  readonly refusal?: ValueRefusal;
}

function setting<T>(schema: z.ZodType<T>, initial: NoInfer<T>, more: Partial<Omit<UserSetting<NoInfer<T>>, 'schema' | 'initial'>> = {}) {
  return { schema, initial, scope: 'both', keptWithAccount: false, spellings: {}, isPrivate: false, ...more } satisfies UserSetting<T>;
}

const says = (meaning: string) => ({ meaning });
const BY_CLIENT = says('Clients apply it: the server shows no notifications on desktops, and plays no sound.');

const on = setting(z.boolean(), true);
const off = setting(z.boolean(), false);
const privateOn = setting(z.boolean(), true, { isPrivate: true });
const oneTo = (greatest: number, initial: number, more: Parameters<typeof setting<number>>[2] = {}) =>
  setting<number>(z.literal(Array.from({ length: greatest }, (_, index) => index + 1)), initial, more);

const WEEK_SECONDS = 7 * 24 * 3600;

/** Sounds of a notification; "none" is silence. */
export const NOTIFICATION_SOUNDS = ['bark', 'beep', 'buzz', 'chime', 'ding', 'plop', 'tada', 'wag', 'zulip'] as const;

export const EMOJI_SETS = [
  { key: 'set_a', text: 'Set A', stockKey: 'google' },
  { key: 'set_b', text: 'Set B', stockKey: 'twitter' },
  { key: 'text', text: 'Plain text', stockKey: 'text' },
] as const;

/**
 * The personal settings, each declared once. A user's row in user_settings stores only the values that differ from `initial`.
 * `scope` says whether a setting exists for users, as a default for new users, or both.
 */
export const USER_SETTINGS = {
  default_language: setting(z.enum(LANGUAGE_CODES), 'en', { scope: 'personal' }),
  timezone: setting(z.string().refine(isTimeZone), '', {
    scope: 'personal',
    keptWithAccount: true,
    isPrivate: true,
    meaning: 'An IANA time zone identifier. Empty for none.',
    refusal: 'invalidTimeZone',
  }),
  // Newer servers also have null ("by locale"), but clients that expect a boolean fail on it.
  twenty_four_hour_time: off,
  web_channel_default_view: oneTo(4, 1, {
    meaning: '1: top topic. 2: channel feed. 3: list of topics. 4: top unread topic.',
  }),
  starred_message_counts: on,
  receives_typing_notifications: on,
  web_suggest_update_timezone: on,
  fluid_layout_width: off,
  high_contrast_mode: off,
  web_font_size_px: setting(z.int().min(1), 16, { meaning: 'Font size in pixels.' }),
  web_line_height_percent: setting(z.int().min(1), 122, { meaning: 'Line height in percent of the font size.' }),
  color_scheme: oneTo(3, 1, { meaning: '1: automatic. 2: dark. 3: light.' }),
  enable_drafts_synchronization: setting(z.boolean(), true, {
    meaning: '`false` deletes all drafts of the user on the server. Clients keep their local drafts.',
  }),
  translate_emoticons: off,
  display_emoji_reaction_users: on,
  web_home_view: setting(z.enum(['recent', 'inbox', 'all_messages']), 'inbox', { spellings: { recent_topics: 'recent' } }),
  web_escape_navigates_to_home_view: on,
  left_side_userlist: off,
  emojiset: setting(z.enum(['set_a', 'set_b', 'text']), 'set_a', {
    spellings: { google: 'set_a', 'google-blob': 'set_a', twitter: 'set_b' },
  }),
  demote_inactive_streams: oneTo(3, 1, { meaning: '1: automatic. 2: always. 3: never.' }),
  user_list_style: oneTo(3, 2, { meaning: '1: compact. 2: with status. 3: with avatar and status.' }),
  web_animate_image_previews: setting(z.enum(['always', 'on_hover', 'never']), 'on_hover'),
  web_stream_unreads_count_display_policy: oneTo(3, 2, { meaning: '1: all channels. 2: unmuted channels and topics. 3: none.' }),
  web_mark_read_on_scroll_policy: oneTo(3, 1, { meaning: '1: always. 2: only in conversation views. 3: never.' }),
  web_navigate_to_sent_message: on,
  hide_ai_features: off,
  web_inbox_show_channel_folders: on,
  web_left_sidebar_show_channel_folders: on,
  web_left_sidebar_unreads_count_summary: on,

  enable_stream_desktop_notifications: { ...off, ...BY_CLIENT },
  enable_stream_email_notifications: {
    ...off,
    ...says('Mails about all missed messages of channels, unless the subscription or a muted topic says otherwise.'),
  },
  enable_stream_push_notifications: {
    ...off,
    ...says('Push notifications about all messages of channels, unless the subscription or a muted topic says otherwise.'),
  },
  enable_stream_audible_notifications: { ...off, ...BY_CLIENT },
  notification_sound: setting(z.enum([...NOTIFICATION_SOUNDS, 'none']), 'zulip', { refusal: 'invalidNotificationSound', ...BY_CLIENT }),
  enable_desktop_notifications: { ...on, ...BY_CLIENT },
  enable_sounds: { ...on, ...BY_CLIENT },
  email_notifications_batching_period_seconds: setting(z.int().min(1).max(WEEK_SECONDS), 120, {
    meaning: 'Seconds between the first missed message and the mail that tells of it and of later ones: at most a week.',
    refusal: 'invalidEmailBatchingPeriod',
  }),
  enable_offline_email_notifications: {
    ...on,
    ...says('Mails about missed direct messages and mentions. The server sends them if its operator configured mail.'),
  },
  enable_offline_push_notifications: {
    ...on,
    ...says('Push notifications about direct messages and mentions. The server sends them if its operator configured push services.'),
  },
  enable_online_push_notifications: { ...on, ...says('`true`: push notifications also while the user is active.') },
  enable_followed_topic_desktop_notifications: { ...on, ...BY_CLIENT },
  enable_followed_topic_email_notifications: { ...on, ...says('Mails about all missed messages of followed topics.') },
  enable_followed_topic_push_notifications: { ...on, ...says('Push notifications about all messages of followed topics.') },
  enable_followed_topic_audible_notifications: { ...on, ...BY_CLIENT },
  enable_digest_emails: {
    ...privateOn,
    ...says(
      'A weekly mail about what happened, on the weekday of the organization, if the last request of the person was more than 5 days ago. Sent only if the operator configured mail and the organization wants digests.',
    ),
  },
  enable_login_emails: setting(z.boolean(), true, {
    scope: 'personal',
    isPrivate: true,
    ...says('Stored. The server sends no mails about logins.'),
  }),
  enable_marketing_emails: setting(z.boolean(), true, {
    scope: 'personal',
    isPrivate: true,
    ...says('Stored. The server sends no advertisements.'),
  }),
  message_content_in_email_notifications: {
    ...on,
    ...says('`false`: mails about missed messages say only how many there are.'),
  },
  pm_content_in_desktop_notifications: { ...on, ...BY_CLIENT },
  wildcard_mentions_notify: {
    ...on,
    ...says('Whether `@all` and `@topic` count as mentions. A subscription may say otherwise.'),
  },
  enable_followed_topic_wildcard_mentions_notify: {
    ...on,
    ...says('Whether `@all` and `@topic` count as mentions in followed topics.'),
  },
  desktop_icon_count_display: oneTo(4, 1, {
    meaning: '1: all unread messages. 2: direct messages, mentions and followed topics. 3: direct messages and mentions. 4: none.',
  }),
  realm_name_in_email_notifications_policy: oneTo(3, 1, {
    meaning:
      'Whether subjects of mails name the organization. 1: if the address has accounts in several organizations. 2: always. 3: never.',
  }),
  automatically_follow_topics_policy: oneTo(4, 3, {
    meaning: '1: when the user participates. 2: when the user sends a message. 3: when the user starts the topic. 4: never.',
  }),
  automatically_unmute_topics_in_muted_streams_policy: oneTo(4, 2, {
    meaning: '1: when the user participates. 2: when the user sends a message. 3: when the user starts the topic. 4: never.',
  }),
  automatically_follow_topics_where_mentioned: on,
  resolved_topic_notice_auto_read_policy: setting(z.enum(['always', 'except_followed', 'never']), 'except_followed'),
  presence_enabled: privateOn,
  enter_sends: off,
  send_private_typing_notifications: privateOn,
  send_stream_typing_notifications: privateOn,
  send_read_receipts: privateOn,
  email_address_visibility: oneTo(5, 1, {
    meaning: 'Who can see the real email address. 1: everyone. 2: members. 3: administrators. 4: no one. 5: moderators.',
    keptWithAccount: true,
    isPrivate: true,
  }),
  allow_private_data_export: setting(z.boolean(), false, { scope: 'personal', isPrivate: true }),
} as const;

export type UserSettingName = keyof typeof USER_SETTINGS;
export type UserSettingValues = { readonly [K in UserSettingName]: z.infer<(typeof USER_SETTINGS)[K]['schema']> };
export const USER_SETTING_NAMES = Object.keys(USER_SETTINGS) as readonly UserSettingName[];

/** Settings with a default of the organization for new users. */
export const DEFAULT_SETTING_NAMES: readonly UserSettingName[] = USER_SETTING_NAMES.filter(
  (name) => USER_SETTINGS[name].scope !== 'personal',
);

/** All settings: stored or initial values. An invalid stored value counts as absent. */
export function userSettings(stored: Readonly<Record<string, unknown>>): UserSettingValues {
  const values = Object.entries(USER_SETTINGS).map(([name, { schema, initial }]) => {
    const value = stored[name];
    // Most are absent, and a failed parse costs more than all else here.
    if (value === undefined) return [name, initial] as const;
    const chosen = schema.safeParse(value);
    return [name, chosen.success ? chosen.data : initial] as const;
  });
  return Object.fromEntries(values) as UserSettingValues;
}

export type SettingValue = boolean | number | string;
