// Messages and drafts in the documentation.
import type { DraftObject } from '../messaging/draft-object.js';
import { buildMessageObject } from '../messaging/message-object.js';

export const messageExample = buildMessageObject(
  {
    id: 42,
    sentAt: 1_795_261_900,
    organizationStringId: 'demo',
    sender: {
      id: 7,
      email: 'leila@demo.example',
      fullName: 'Leila Haddad',
      avatarUrl: 'https://secure.gravatar.com/avatar/4d9cd1ad1b7d0b8b?d=identicon&version=1',
      avatarIsComputable: true,
    },
    clientName: 'website',
    content: 'Hello, **world**',
    rendered: '<p>Hello, <strong>world</strong></p>',
    attrs: 0,
    recipient: { kind: 'channel', channelId: 3, channelName: 'general', topic: 'greetings' },
    reactions: [{ emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji', user_id: 5 }],
  },
  { applyMarkdown: true, clientGravatar: false, knowsEmptyTopic: true, clientName: 'website' },
);

export const draftExample: DraftObject = {
  id: 2,
  type: 'stream',
  to: [3],
  topic: 'plans',
  content: 'What if we',
  timestamp: 1_795_261_900,
};
