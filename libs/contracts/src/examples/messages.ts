// Messages and drafts in the documentation.

import type { DraftObject } from '../messaging/draft-object.js';
import type { MessageObject } from '../messaging/message-object.js';

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
