import type { ServerEvent } from '@parley/client-events';
import type { ClientState, Fold, StateEvent } from './client-state.js';
import { foldAlertWords } from './folds/alert-words.js';
import { foldAttachment } from './folds/attachment.js';
import { foldChannelFolder } from './folds/channel-folder.js';
import { foldCustomProfileFields } from './folds/custom-profile-fields.js';
import { foldDefaultStreamGroups } from './folds/default-stream-groups.js';
import { foldDefaultStreams } from './folds/default-streams.js';
import { foldDeleteMessage } from './folds/delete-message.js';
import { foldDevice } from './folds/device.js';
import { foldDrafts } from './folds/drafts.js';
import { foldMessage } from './folds/message.js';
import { foldMessageFlags } from './folds/message-flags.js';
import { foldMutedTopics } from './folds/muted-topics.js';
import { foldMutedUsers } from './folds/muted-users.js';
import { foldNavigationView } from './folds/navigation-view.js';
import { foldOnboardingSteps } from './folds/onboarding-steps.js';
import { foldPresence } from './folds/presence.js';
import { foldReaction } from './folds/reaction.js';
import { foldRealm } from './folds/realm.js';
import { foldRealmBot } from './folds/realm-bot.js';
import { foldRealmDomains } from './folds/realm-domains.js';
import { foldRealmEmoji } from './folds/realm-emoji.js';
import { foldRealmLinkifiers } from './folds/realm-linkifiers.js';
import { foldRealmPlaygrounds } from './folds/realm-playgrounds.js';
import { foldRealmUser } from './folds/realm-user.js';
import { foldReminders } from './folds/reminders.js';
import { foldSavedSnippets } from './folds/saved-snippets.js';
import { foldScheduledMessages } from './folds/scheduled-messages.js';
import { foldStream } from './folds/stream.js';
import { foldSubmessage } from './folds/submessage.js';
import { foldSubscription } from './folds/subscription.js';
import { foldUpdateMessage } from './folds/update-message.js';
import { foldUserGroup } from './folds/user-group.js';
import { foldSettingDefaults, foldUserSettings } from './folds/user-settings.js';
import { foldUserStatus } from './folds/user-status.js';
import { foldUserTopic } from './folds/user-topic.js';
import { withOwnPermissions } from './own-permissions.js';

/** Events that change nothing of a registration: who types is kept apart, because it expires. */
type Ephemeral = 'heartbeat' | 'typing' | 'typing_edit_message';
type Folded = Exclude<ServerEvent['type'], Ephemeral>;

/** By event type. Does not compile without the fold of an event that is declared: add it here. */
const FOLDS: { readonly [T in Folded]: Fold<T> } = {
  alert_words: foldAlertWords,
  attachment: foldAttachment,
  channel_folder: foldChannelFolder,
  custom_profile_fields: foldCustomProfileFields,
  default_stream_groups: foldDefaultStreamGroups,
  default_streams: foldDefaultStreams,
  delete_message: foldDeleteMessage,
  drafts: foldDrafts,
  device: foldDevice,
  // Clients fetch these lists separately. They are not part of a registration.
  invites_changed: (state) => state,
  realm_export: (state) => state,
  realm_export_consent: (state) => state,
  message: foldMessage,
  muted_topics: foldMutedTopics,
  muted_users: foldMutedUsers,
  navigation_view: foldNavigationView,
  onboarding_steps: foldOnboardingSteps,
  reaction: foldReaction,
  realm: foldRealm,
  presence: foldPresence,
  realm_bot: foldRealmBot,
  realm_domains: foldRealmDomains,
  realm_linkifiers: foldRealmLinkifiers,
  realm_playgrounds: foldRealmPlaygrounds,
  realm_emoji: foldRealmEmoji,
  realm_user: foldRealmUser,
  realm_user_settings_defaults: foldSettingDefaults,
  reminders: foldReminders,
  saved_snippets: foldSavedSnippets,
  scheduled_messages: foldScheduledMessages,
  stream: foldStream,
  submessage: foldSubmessage,
  subscription: foldSubscription,
  user_group: foldUserGroup,
  user_status: foldUserStatus,
  user_settings: foldUserSettings,
  user_topic: foldUserTopic,
  update_message: foldUpdateMessage,
  update_message_flags: foldMessageFlags,
};

/** They change the role or the groups of the user, or the groups that have a permission. */
const PERMISSION_EVENTS: ReadonlySet<string> = new Set(['realm', 'realm_user', 'user_group']);

/** Whether events of this type change a registration. */
export function isFolded(type: string): type is Folded {
  return Object.hasOwn(FOLDS, type);
}

/** An event that this version does not know changes nothing: a newer server may send it. */
export function foldEvent<T extends ServerEvent['type']>(state: ClientState, event: StateEvent<T>, userId: number): ClientState {
  if (!isFolded(event.type)) return state;
  const fold: Fold<never> = FOLDS[event.type];
  // An op that this version does not know changes nothing either.
  const folded = fold(state, event as StateEvent<never>, userId) ?? state;
  return PERMISSION_EVENTS.has(event.type) ? withOwnPermissions(folded, userId) : folded;
}

export function foldEvents(state: ClientState, events: readonly StateEvent[], userId: number): ClientState {
  return events.reduce((folded, event) => foldEvent(folded, event, userId), state);
}
