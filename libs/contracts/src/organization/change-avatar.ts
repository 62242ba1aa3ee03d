import { z } from 'zod';
import { endpoint } from '../contract.js';
import { LIMITS } from '../limits.js';
import { oneFile } from '../wire/param.js';

/** Large pictures take seconds to decode. */
export const PICTURE_TIMEOUT_MS = 30_000;

/** Sets the caller's avatar. */
export const uploadAvatar = endpoint({
  name: 'uploadAvatar',
  method: 'POST',
  path: '/users/me/avatar',
  service: 'organization',
  scope: 'personal',
  summary: 'Upload your avatar',
  description: 'Send a multipart form with one PNG, JPEG, GIF or WebP image, under any field name. It is cropped to a square.',
  params: { file: oneFile({ missing: 'notOneAvatar', several: 'notOneAvatar', maxMib: LIMITS.max_avatar_file_size_mib }) },
  response: { avatar_url: z.string() },
  timeoutMs: PICTURE_TIMEOUT_MS,
  errors: ['unreadableImage', 'imageTooLarge', 'avatarChangesDisabled'],
  example: { avatar_url: '/user_avatars/1/7-1804289383.png' },
});

/** Removes the uploaded avatar. The one derived from the email address is shown again. */
export const deleteAvatar = endpoint({
  name: 'deleteAvatar',
  method: 'DELETE',
  path: '/users/me/avatar',
  service: 'organization',
  scope: 'personal',
  summary: 'Delete your avatar',
  params: {},
  response: { avatar_url: z.string() },
  errors: ['avatarChangesDisabled'],
  example: { avatar_url: 'https://secure.gravatar.com/avatar/8fed27623ae559438667b64dc4b84901?d=identicon&version=2' },
});
