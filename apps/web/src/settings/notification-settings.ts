import type { UserSettingName } from '@parley/contracts/settings';
import type { settingsTexts } from '../texts/parts/settings-texts.js';

type Key = keyof (typeof settingsTexts)['en'];
interface NotificationGroup {
  readonly title: 'aboutDirect' | 'aboutFollowed' | 'aboutChannels' | 'aboutMails' | 'aboutTopics';
  readonly settings: readonly (readonly [UserSettingName, Key])[];
}

/** The settings that are switches, by what they concern. */
export const NOTIFICATION_GROUPS = [
  {
    title: 'aboutDirect',
    settings: [
      ['enable_desktop_notifications', 'onDesktop'],
      ['enable_sounds', 'withSound'],
      ['pm_content_in_desktop_notifications', 'withContent'],
      ['enable_offline_email_notifications', 'byMail'],
      ['enable_offline_push_notifications', 'byPush'],
      ['enable_online_push_notifications', 'pushWhileHere'],
      ['wildcard_mentions_notify', 'mentionsOfAll'],
    ],
  },
  {
    title: 'aboutFollowed',
    settings: [
      ['enable_followed_topic_desktop_notifications', 'onDesktop'],
      ['enable_followed_topic_audible_notifications', 'withSound'],
      ['enable_followed_topic_email_notifications', 'byMail'],
      ['enable_followed_topic_push_notifications', 'byPush'],
      ['enable_followed_topic_wildcard_mentions_notify', 'mentionsOfAll'],
    ],
  },
  {
    title: 'aboutChannels',
    settings: [
      ['enable_stream_desktop_notifications', 'onDesktop'],
      ['enable_stream_audible_notifications', 'withSound'],
      ['enable_stream_email_notifications', 'byMail'],
      ['enable_stream_push_notifications', 'byPush'],
    ],
  },
  {
    title: 'aboutMails',
    settings: [
      ['message_content_in_email_notifications', 'mailContent'],
      ['enable_digest_emails', 'digests'],
    ],
  },
  {
    title: 'aboutTopics',
    settings: [
      ['automatically_follow_topics_where_mentioned', 'followMentioned'],
      ['presence_enabled', 'showPresence'],
      ['send_private_typing_notifications', 'typingDirect'],
      ['send_stream_typing_notifications', 'typingChannels'],
      ['send_read_receipts', 'readReceipts'],
    ],
  },
] as const satisfies readonly NotificationGroup[];
