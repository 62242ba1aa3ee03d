import { z } from 'zod';
import { endpoint } from '../contract.js';
import { EMOJI_ERRORS } from '../errors/error-lists.js';
import { WIRE_REACTION_TYPES } from '../reaction-types.js';
import { pathInt, text } from '../wire/param.js';

const emojiCode = text()
  .describe('Unicode emoji: the code points in hexadecimal, joined by `-`. Custom emoji: the id. Extra emoji: the name.')
  .example('1f389');
const reactionType = text()
  .values(WIRE_REACTION_TYPES)
  .describe('`unicode_emoji`, `realm_emoji` or `service_extra_emoji`.')
  .example('unicode_emoji');

/** Maximum number of different emoji of a message. The number of users per emoji is not limited. */
export const MAX_EMOJI_PER_MESSAGE = 100;

/** Adds the caller's emoji to a message. A name without code is looked up: custom emoji of the organization first, then extra ones, then unicode. */
export const addReaction = endpoint({
  name: 'addReaction',
  method: 'POST',
  path: '/messages/{message_id}/reactions',
  service: 'messaging',
  scope: 'send',
  summary: 'Add an emoji reaction',
  params: {
    message_id: pathInt(),
    emoji_name: text().example('tada'),
    emoji_code: emojiCode.optional(),
    reaction_type: reactionType.optional(),
  },
  response: {},
  errors: ['invalidMessages', 'reactionExists', 'tooManyReactions', ...EMOJI_ERRORS],
});

/** Removes the caller's emoji from a message, identified by its code, or by its name if no code is given. */
export const removeReaction = endpoint({
  name: 'removeReaction',
  method: 'DELETE',
  path: '/messages/{message_id}/reactions',
  service: 'messaging',
  scope: 'send',
  summary: 'Remove an emoji reaction',
  params: {
    message_id: pathInt(),
    emoji_name: text().optional().example('tada'),
    emoji_code: emojiCode.optional(),
    reaction_type: reactionType.optional(),
  },
  response: {},
  errors: ['invalidMessages', 'missingEmoji', 'invalidEmojiType', 'invalidEmojiCode', 'noSuchEmoji', 'noSuchReaction'],
});

/** The names of all unicode emoji, for clients that show or search them: the document at `server_emoji_data_url`. */
export const getEmojiData = endpoint({
  name: 'getEmojiData',
  method: 'GET',
  path: '/server_emoji_data',
  service: 'messaging',
  scope: 'none',
  auth: 'none',
  summary: 'Get the names of Unicode emoji',
  params: {},
  response: { code_to_names: z.record(z.string(), z.array(z.string())).describe('Keyed by code point. The canonical name comes first.') },
  example: { code_to_names: { '1f389': ['tada'] } },
});
