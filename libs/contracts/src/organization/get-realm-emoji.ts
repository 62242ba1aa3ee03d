import { endpoint } from '../contract.js';
import { realmEmojiObjects } from './realm-emoji-object.js';

/** All custom emoji by id, also deactivated ones, which old messages and reactions contain. */
export const getRealmEmoji = endpoint({
  name: 'getRealmEmoji',
  method: 'GET',
  path: '/realm/emoji',
  service: 'organization',
  scope: 'read',
  summary: 'Get custom emoji',
  params: {},
  response: { emoji: realmEmojiObjects },
  example: {
    emoji: {
      '3': {
        id: '3',
        name: 'green_tick',
        source_url: '/user_avatars/1/emoji/images/4f1c.png',
        still_url: null,
        deactivated: false,
        author_id: 7,
      },
    },
  },
});
