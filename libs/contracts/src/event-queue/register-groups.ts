import { z } from 'zod';
import { channelFolderObject } from '../channels/channel-folder-object.js';
import { channelObject } from '../channels/channel-object.js';
import { defaultChannelGroupObject } from '../channels/default-channel-groups.js';
import { subscriptionObject, unsubscribedChannelObject } from '../channels/subscription-object.js';
import { mutedTopic, topicVisibility } from '../channels/topic-visibility.js';
import { draftObject } from '../messaging/draft-object.js';
import { mutedUser } from '../messaging/muted-users-changed.js';
import { reminderObject } from '../messaging/reminder-object.js';
import { scheduledMessageObject } from '../messaging/scheduled-message-object.js';
import { unreadSummary } from '../messaging/unread-summary.js';
import { domainObject } from '../organization/domain-object.js';
import { linkifierObject } from '../organization/linkifier-object.js';
import { playgroundObject } from '../organization/playground-object.js';
import { profileFieldObject } from '../organization/profile-field-object.js';
import { botObject } from '../organization/realm-bot-events.js';
import { realmEmojiObjects } from '../organization/realm-emoji-object.js';
import { userGroupObject } from '../organization/user-group-object.js';
import { formerUserObject, userObject } from '../organization/user-object.js';
import { clientDevices } from '../settings/client-devices.js';
import { navigationViewObject } from '../settings/navigation-views.js';
import { onboardingStepObject } from '../settings/onboarding-steps.js';
import { legacyPresence, modernPresence } from '../settings/presence-forms.js';
import { savedSnippetObject } from '../settings/saved-snippets.js';
import { userStatus } from '../settings/user-status.js';
import { REALM_FIELDS } from './register-realm-fields.js';
import { registeredDefaults, registeredSettings } from './register-settings.js';

const text = z.string();
const bool = z.boolean();
const ids = z.array(z.int());
const seconds = z.int();
/** Features that are not implemented, so these lists are always empty. Clients require the fields. */
const none = z.array(z.never());

/** One of the integrations that send into channels. */
const integration = z.object({
  name: text,
  display_name: text,
  all_event_types: z.array(text).nullable(),
  config_options: z.array(z.object({ key: text, label: text, validator: text })),
  url_options: z.array(z.object({ key: text, label: text, input_type: text })),
});
const userTopic = z.object({ stream_id: z.int(), topic_name: text, last_updated: seconds, visibility_policy: topicVisibility });
const deprecatedPermissions = z.object({
  can_create_streams: bool,
  can_create_public_streams: bool,
  can_create_private_streams: bool,
  can_create_web_public_streams: bool,
  can_subscribe_other_users: bool,
  can_invite_others_to_realm: bool,
}).shape;

/**
 * The fields of a registration by the group of `fetch_event_types` that requests them. Only their format is declared here;
 * their values come from the services' `registerPart`. `unread_msgs` requires two groups together.
 */
export const REGISTER_GROUPS = {
  alert_words: { alert_words: z.array(text) },
  channel_folders: { channel_folders: z.array(channelFolderObject) },
  custom_profile_fields: {
    custom_profile_fields: z.array(profileFieldObject),
    custom_profile_field_types: z.record(z.string(), z.object({ id: z.int(), name: text })),
  },
  default_stream_groups: { realm_default_stream_groups: z.array(defaultChannelGroupObject) },
  default_streams: { realm_default_streams: ids },
  device: { devices: clientDevices },
  drafts: { drafts: z.array(draftObject) },
  giphy: { giphy_api_key: text },
  message: { max_message_id: z.int().describe('Id of the newest message that the user ever received, or -1 if there is none.') },
  muted_topics: { muted_topics: z.array(mutedTopic).describe('Omitted if `user_topic` is requested by name too.') },
  muted_users: { muted_users: z.array(mutedUser) },
  navigation_views: { navigation_views: z.array(navigationViewObject) },
  onboarding_steps: { onboarding_steps: z.array(onboardingStepObject), navigation_tour_video_url: text.nullable() },
  presence: {
    presences: z
      .union([z.record(z.string(), modernPresence), z.record(z.string(), legacyPresence)])
      .describe(
        'Keyed by user id; keyed by API email address for clients that support neither `slim_presence` nor `simplified_presence_events`.',
      ),
    presence_last_update_id: z.int(),
    server_timestamp: z.number(),
  },
  realm: REALM_FIELDS,
  realm_billing: { realm_billing: z.object({ has_pending_sponsorship_request: bool }) },
  realm_bot: { realm_bots: z.array(botObject) },
  realm_domains: { realm_domains: z.array(domainObject) },
  realm_embedded_bots: { realm_embedded_bots: none },
  realm_emoji: { realm_emoji: realmEmojiObjects },
  realm_filters: { realm_filters: none },
  realm_incoming_webhook_bots: { realm_incoming_webhook_bots: z.array(integration) },
  realm_linkifiers: { realm_linkifiers: z.array(linkifierObject) },
  realm_playgrounds: { realm_playgrounds: z.array(playgroundObject) },
  realm_user: {
    realm_users: z.array(userObject),
    realm_non_active_users: z.array(formerUserObject),
    cross_realm_bots: z.array(userObject),
    user_id: z.int(),
    email: text,
    delivery_email: text,
    full_name: text,
    avatar_source: text,
    avatar_url: text,
    avatar_url_medium: text,
    is_owner: bool,
    is_admin: bool,
    is_moderator: bool,
    is_guest: bool,
    ...deprecatedPermissions,
  },
  realm_user_groups: { realm_user_groups: z.array(userGroupObject) },
  realm_user_settings_defaults: { realm_user_settings_defaults: registeredDefaults },
  recent_private_conversations: { recent_private_conversations: z.array(z.object({ max_message_id: z.int(), user_ids: ids })) },
  reminders: { reminders: z.array(reminderObject) },
  saved_snippets: { saved_snippets: z.array(savedSnippetObject) },
  scheduled_messages: { scheduled_messages: z.array(scheduledMessageObject) },
  starred_messages: { starred_messages: ids },
  stop_words: { stop_words: z.array(text) },
  stream: { streams: z.array(channelObject) },
  subscription: {
    subscriptions: z.array(subscriptionObject),
    unsubscribed: z.array(subscriptionObject),
    never_subscribed: z.array(unsubscribedChannelObject),
  },
  tenor: { tenor_api_key: text },
  user_settings: { user_settings: registeredSettings },
  user_status: { user_status: z.record(z.string(), userStatus) },
  user_topic: { user_topics: z.array(userTopic) },
  video_calls: { has_zoom_token: bool },
} as const satisfies Readonly<Record<string, z.ZodRawShape>>;
export type RegisterGroup = keyof typeof REGISTER_GROUPS;

/** Present if both groups are requested. */
export const UNREAD_FIELD = { groups: ['message', 'update_message_flags'], field: { unread_msgs: unreadSummary } } as const;

/** Next to `user_settings`, for clients that require them there (needsTopLevelSettings). */
export const TOP_LEVEL_SETTINGS = {
  twenty_four_hour_time: bool.describe('Only for clients whose name begins with ZulipTerminal. Others find it in `user_settings`.'),
  pm_content_in_desktop_notifications: bool.describe(
    'Only for clients whose name begins with ZulipTerminal. Others find it in `user_settings`.',
  ),
} as const satisfies z.ZodRawShape;

/** All fields that depend on the requested groups. */
export const FETCHED_FIELDS: z.ZodRawShape = Object.assign({}, UNREAD_FIELD.field, ...Object.values(REGISTER_GROUPS));

type FieldsOf<S> = { -readonly [K in keyof S]: S[K] extends z.ZodType ? z.infer<S[K]> : never };
type AllOf<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer A) => void ? A : never;
/** The values of all fields that depend on the requested groups. */
export type RegisteredFields = AllOf<FieldsOf<(typeof REGISTER_GROUPS)[RegisterGroup] | (typeof UNREAD_FIELD)['field']>>;

/** Groups whose event type has another name. Clients may use either name. */
const EVENT_TYPES_OF_GROUPS = {
  channel_folders: 'channel_folder',
  navigation_views: 'navigation_view',
  realm_user_groups: 'user_group',
} as const;
const OTHER_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(EVENT_TYPES_OF_GROUPS).flatMap(([group, type]) => [
    [group, type],
    [type, group],
  ]),
);

/** Whether a client that named these types also means this one. Null means all. */
export function namesType(named: readonly string[] | null, type: string): boolean {
  if (named === null || named.includes(type)) return true;
  const other = OTHER_NAMES.get(type);
  return other !== undefined && named.includes(other);
}
