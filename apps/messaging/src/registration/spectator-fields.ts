import { type RegisterOptions, wantsFetched } from '@parley/contracts/event-queue';
import type { UnreadSummary } from '@parley/contracts/messaging';

const NOTHING_UNREAD: UnreadSummary = {
  count: 0,
  pms: [],
  streams: [],
  huddles: [],
  mentions: [],
  old_unreads_missing: false,
};

const EMPTY_LISTS = [
  'starred_messages',
  'recent_private_conversations',
  'muted_users',
  'alert_words',
  'drafts',
  'scheduled_messages',
  'reminders',
];

/** Spectators have no unread messages, drafts or other personal data. Clients expect the fields, so they are empty. */
export function spectatorFields(options: RegisterOptions): Record<string, unknown> {
  const wantsMessages = wantsFetched(options, 'message');
  return {
    ...(wantsMessages && { max_message_id: -1 }),
    ...(wantsMessages && wantsFetched(options, 'update_message_flags') && { unread_msgs: NOTHING_UNREAD }),
    ...Object.fromEntries(EMPTY_LISTS.filter((group) => wantsFetched(options, group)).map((group) => [group, []])),
  };
}
