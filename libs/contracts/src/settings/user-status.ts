import { z } from 'zod';
import { endpoint } from '../contract.js';
import { EMOJI_ERRORS } from '../errors/error-lists.js';
import { WIRE_REACTION_TYPES } from '../reaction-types.js';
import { bool, pathInt, text } from '../wire/param.js';

const MAX_STATUS_LENGTH = 60;

const change = {
  status_text: text({ max: MAX_STATUS_LENGTH }).optional().describe('Empty to clear it.').example('on holiday'),
  emoji_name: text().optional().describe('Empty to clear it.').example('palm_tree'),
  emoji_code: text().optional().describe('Defaults to the value for `emoji_name`.').example('1f334'),
  reaction_type: text().values(WIRE_REACTION_TYPES).optional().describe('Defaults to the value for `emoji_name`.').example('unicode_emoji'),
  away: bool().optional().deprecated(),
};

const statusErrors = ['statusUnchanged', 'invalidFormat', 'missingEmojiName', ...EMOJI_ERRORS] as const;

/** A user's status. Parts that are not set are absent. */
export const userStatus = z.object({
  status_text: z.string().optional(),
  emoji_name: z.string().optional(),
  emoji_code: z.string().optional(),
  reaction_type: z.string().meta({ enum: WIRE_REACTION_TYPES }).optional(),
  away: z.literal(true).optional(),
});
export type UserStatus = z.infer<typeof userStatus>;

/** Sets the caller's status text and emoji. Absent values do not change. */
export const setOwnStatus = endpoint({
  name: 'setOwnStatus',
  method: 'POST',
  path: '/users/me/status',
  service: 'settings',
  scope: 'personal',
  humansOnly: true,
  summary: 'Update your status',
  params: change,
  response: {},
  errors: ['humansOnly', ...statusErrors],
  safeToRetry: true,
  example: {},
});

/** Sets the status of another user. */
export const setUserStatus = endpoint({
  name: 'setUserStatus',
  method: 'POST',
  path: '/users/{user_id}/status',
  service: 'settings',
  scope: 'manage_organization',
  humansOnly: true,
  summary: "Update a user's status",
  params: { user_id: pathInt(), ...change },
  response: {},
  errors: ['administratorsOnly', 'noSuchUser', 'humansOnly', ...statusErrors],
  safeToRetry: true,
  example: {},
});

export const getUserStatus = endpoint({
  name: 'getUserStatus',
  method: 'GET',
  path: '/users/{user_id}/status',
  service: 'settings',
  scope: 'read',
  summary: "Get a user's status",
  params: { user_id: pathInt() },
  response: { status: userStatus },
  errors: ['noSuchUser'],
  example: { status: { status_text: 'on holiday', emoji_name: 'palm_tree', emoji_code: '1f334', reaction_type: 'unicode_emoji' } },
});
