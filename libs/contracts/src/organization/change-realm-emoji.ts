import { endpoint } from '../contract.js';
import { LIMITS } from '../limits.js';
import { oneFile, pathText } from '../wire/param.js';

const PICTURE_TIMEOUT_MS = 30_000;
/** Adds a custom emoji. The image, static or animated, is resized. Requires can_add_custom_emoji_group. */
export const addRealmEmoji = endpoint({
  name: 'addRealmEmoji',
  method: 'POST',
  path: '/realm/emoji/{emoji_name}',
  service: 'organization',
  scope: 'manage_organization',
  summary: 'Add a custom emoji',
  description: 'Send a multipart form with one PNG, JPEG, GIF or WebP image, under any field name.',
  params: {
    emoji_name: pathText().example('green_tick'),
    file: oneFile({ missing: 'notOneFile', several: 'notOneFile', maxMib: LIMITS.max_avatar_file_size_mib }),
  },
  response: {},
  timeoutMs: PICTURE_TIMEOUT_MS,
  errors: [
    'insufficientPermission',
    'realmEmojiNameCharacters',
    'realmEmojiNameEnd',
    'textTooLong',
    'cannotOverrideEmoji',
    'realmEmojiNameInUse',
    'tooManyRealmEmoji',
    'unreadableImage',
    'imageTooLarge',
  ],
});

/** Deactivates a custom emoji. Existing messages and reactions keep it. For its author and administrators. */
export const deactivateRealmEmoji = endpoint({
  name: 'deactivateRealmEmoji',
  method: 'DELETE',
  path: '/realm/emoji/{emoji_name}',
  service: 'organization',
  scope: 'manage_organization',
  summary: 'Deactivate a custom emoji',
  params: { emoji_name: pathText().example('green_tick') },
  response: {},
  errors: ['notEmojiAuthor', 'noSuchRealmEmoji'],
});
