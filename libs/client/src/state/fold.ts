import type { ClientEvent } from '@parley/client-events';
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

/** The fields of a register response, or some of them. A field that was not fetched stays absent. */
export type ClientState = Readonly<Record<string, unknown>>;

/** Applies an event to the state of the client of `userId`. Pure. */
export type Fold = (state: ClientState, event: ClientEvent, userId: number) => ClientState;

/** By event type. An event type without a fold fails `expectEventsExplainState`: add its fold here. */
const FOLDS: Readonly<Record<string, Fold>> = {
  alert_words: foldAlertWords,
  attachment: foldAttachment,
  channel_folder: foldChannelFolder,
  custom_profile_fields: foldCustomProfileFields,
  default_stream_groups: foldDefaultStreamGroups,
  default_streams: foldDefaultStreams,
  delete_message: foldDeleteMessage,
  drafts: foldDrafts,
  device: foldDevice,
  // Clients fetch the list separately. It is not part of a registration.
  invites_changed: (state) => state,
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

export function foldEvents(state: ClientState, events: readonly ClientEvent[], userId: number): ClientState {
  return events.reduce((folded, event) => {
    const fold = FOLDS[event.type];
    if (fold === undefined) throw new Error(`no fold for events of type ${event.type}`);
    return fold(folded, event, userId);
  }, state);
}
