import type { OrganizationSetting } from '@parley/contracts/organization';
import type { organizationTexts } from '../texts/parts/organization-texts.js';

export type OrganizationKey = keyof (typeof organizationTexts)['en'];
type Choice = readonly [value: number | string | null, title: OrganizationKey];

export type Rule = { readonly name: OrganizationSetting; readonly title: OrganizationKey; readonly ownersOnly?: true } & (
  | { readonly kind: 'switch' | 'channel' | 'days' }
  | { readonly kind: 'choice'; readonly choices: readonly Choice[] }
);

const HOUR = 3_600;
const DAY = 24 * HOUR;
/** Seconds. A server may have another one, which is then shown as it is. */
const TIME_LIMITS: readonly Choice[] = [
  [null, 'always'],
  [600, 'tenMinutes'],
  [HOUR, 'oneHour'],
  [DAY, 'oneDay'],
  [7 * DAY, 'oneWeek'],
];

interface RuleGroup {
  readonly title: OrganizationKey;
  readonly rules: readonly Rule[];
}

/** The settings of the organization that have a choice of values, by what they concern. */
export const RULE_GROUPS: readonly RuleGroup[] = [
  {
    title: 'aboutJoining',
    rules: [
      { kind: 'switch', name: 'invite_required', title: 'inviteRequired', ownersOnly: true },
      { kind: 'switch', name: 'emails_restricted_to_domains', title: 'restrictedToDomains', ownersOnly: true },
      { kind: 'switch', name: 'disallow_disposable_email_addresses', title: 'noDisposableAddresses', ownersOnly: true },
      { kind: 'days', name: 'waiting_period_threshold', title: 'waitingPeriod', ownersOnly: true },
      { kind: 'switch', name: 'send_welcome_emails', title: 'welcomeMails' },
    ],
  },
  {
    title: 'aboutAccounts',
    rules: [
      { kind: 'switch', name: 'api_keys_allowed', title: 'apiKeysAllowed', ownersOnly: true },
      { kind: 'switch', name: 'name_changes_disabled', title: 'noNameChanges' },
      { kind: 'switch', name: 'email_changes_disabled', title: 'noEmailChanges' },
      { kind: 'switch', name: 'avatar_changes_disabled', title: 'noPictureChanges' },
      { kind: 'switch', name: 'require_unique_names', title: 'uniqueNames' },
      { kind: 'switch', name: 'presence_disabled', title: 'noPresence' },
    ],
  },
  {
    title: 'aboutMessages',
    rules: [
      { kind: 'switch', name: 'allow_message_editing', title: 'allowEditing' },
      { kind: 'choice', name: 'message_content_edit_limit_seconds', title: 'editLimit', choices: TIME_LIMITS },
      { kind: 'choice', name: 'message_content_delete_limit_seconds', title: 'deleteLimit', choices: TIME_LIMITS },
      { kind: 'choice', name: 'move_messages_within_stream_limit_seconds', title: 'moveTopicLimit', choices: TIME_LIMITS },
      { kind: 'choice', name: 'move_messages_between_streams_limit_seconds', title: 'moveChannelLimit', choices: TIME_LIMITS },
      {
        kind: 'choice',
        name: 'message_edit_history_visibility_policy',
        title: 'editHistoryShown',
        choices: [
          ['all', 'historyAll'],
          ['moves', 'historyMoves'],
          ['none', 'historyNone'],
        ],
      },
      {
        kind: 'choice',
        name: 'topics_policy',
        title: 'emptyTopics',
        choices: [
          ['allow_empty_topic', 'emptyTopicsAllowed'],
          ['disable_empty_topic', 'emptyTopicsRefused'],
        ],
      },
      { kind: 'switch', name: 'enable_read_receipts', title: 'readReceipts' },
      { kind: 'switch', name: 'inline_image_preview', title: 'showPictures' },
      { kind: 'switch', name: 'enable_guest_user_indicator', title: 'markGuests' },
      { kind: 'switch', name: 'enable_guest_user_dm_warning', title: 'warnOfGuests' },
    ],
  },
  {
    title: 'aboutMails',
    rules: [
      { kind: 'switch', name: 'message_content_allowed_in_email_notifications', title: 'mailContent' },
      { kind: 'switch', name: 'digest_emails_enabled', title: 'digests' },
    ],
  },
  {
    title: 'aboutAnnouncements',
    rules: [
      { kind: 'channel', name: 'new_stream_announcements_stream_id', title: 'announceChannels' },
      { kind: 'channel', name: 'signup_announcements_stream_id', title: 'announcePeople' },
      { kind: 'channel', name: 'moderation_request_channel_id', title: 'moderationRequests' },
      { kind: 'switch', name: 'send_channel_events_messages', title: 'channelEvents' },
    ],
  },
];
