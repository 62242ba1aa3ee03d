import { LIMITS } from '../limits.js';
import { optionalFile } from '../wire/param.js';

/** A picture of a bot, in the call that creates or changes it. */
export const botAvatar = optionalFile({ several: 'severalUploads', maxMib: LIMITS.max_avatar_file_size_mib }).describe(
  'The avatar of the bot: one PNG, JPEG, GIF or WebP image, under any field name of a multipart form. It is cropped to a square.',
);

export const botAvatarErrors = ['unreadableImage', 'imageTooLarge'] as const;
