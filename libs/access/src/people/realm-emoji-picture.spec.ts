import { expect, it } from '@jest/globals';
import { realmEmojiStillUrl, realmEmojiUrl } from './realm-emoji-picture.js';

const emoji = { organizationId: 3, file: '7.gif', stillFile: '7.png' };

it('says where the picture of a custom emoji is, and its still form if it moves', () => {
  expect(realmEmojiUrl(emoji)).toBe('/user_avatars/3/emoji/images/7.gif');
  expect(realmEmojiStillUrl(emoji)).toBe('/user_avatars/3/emoji/images/still/7.png');
  expect(realmEmojiStillUrl({ ...emoji, stillFile: null })).toBeNull();
});
