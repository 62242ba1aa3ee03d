// Messages, drafts, scheduled messages and reminders in the documentation.

import type { DraftObject } from '../messaging/draft-object.js';
import type { MessageExportObject } from '../messaging/message-export-object.js';
import type { MessageObject } from '../messaging/message-object.js';
import type { ReminderObject } from '../messaging/reminder-object.js';
import type { ScheduledMessageObject } from '../messaging/scheduled-message-object.js';

export const messageExample: MessageObject = {
  id: 42,
  type: 'stream',
  stream_id: 3,
  subject: 'greetings',
  display_recipient: 'general',
  recipient_id: 6,
  content: '<p>Hello, <strong>world</strong></p>',
  content_type: 'text/html',
  timestamp: 1_795_261_900,
  sender_id: 7,
  sender_email: 'leila@demo.example',
  sender_full_name: 'Leila Haddad',
  sender_realm_str: 'demo',
  avatar_url: 'https://secure.gravatar.com/avatar/4d9cd1ad1b7d0b8b?d=identicon&version=1',
  client: 'website',
  is_me_message: false,
  reactions: [{ emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji', user_id: 5 }],
  submessages: [],
  topic_links: [],
};

export const draftExample: DraftObject = {
  id: 2,
  type: 'stream',
  to: [3],
  topic: 'plans',
  content: 'What if we',
  timestamp: 1_795_261_900,
};

export const scheduledMessageExample: ScheduledMessageObject = {
  scheduled_message_id: 27,
  type: 'stream',
  to: 3,
  topic: 'plans',
  content: 'Good morning',
  rendered_content: '<p>Good morning</p>',
  scheduled_delivery_timestamp: 1_895_251_199,
  failed: false,
};

export const reminderExample: ReminderObject = {
  reminder_id: 12,
  type: 'private',
  to: [7],
  content:
    'You requested a reminder for #**general>greetings@42**.\n\n@_**Leila Haddad|7** [said](https://demo.example/):\n```quote\nHello\n```',
  rendered_content: '<p>You requested a reminder for ...</p>',
  scheduled_delivery_timestamp: 1_895_251_199,
  failed: false,
  reminder_target_message_id: 42,
};

export const messageExportExample: MessageExportObject = {
  id: 5,
  acting_user_id: 7,
  export_time: 1_795_261_885.123,
  export_type: 1,
  export_url: '/user_exports/5/6d0f7c1e9a3b4d5e8f60.tar.gz',
  pending: false,
  failed_timestamp: null,
  deleted_timestamp: null,
};
