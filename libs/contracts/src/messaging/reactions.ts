import { z } from 'zod';
import { endpoint } from '../contract.js';
import { WIRE_REACTION_TYPES } from '../settings/stock-clients.js';
import { pathInt, text } from '../wire/param.js';

const emojiCode = text()
  .describe('Unicode emoji: the code points in hexadecimal, joined by `-`. Custom emoji: the id. Extra emoji: the name.')
  .example('1f389');
const reactionType = text()
  .values(WIRE_REACTION_TYPES)
  .describe('`unicode_emoji`, `realm_emoji` or `service_extra_emoji`.')
  .example('unicode_emoji');

/** A message has at most so many different emoji. Any number of people may join in with each. */
export const MAX_EMOJI_PER_MESSAGE = 100;

/** Adds the caller's emoji to a message. A name alone is looked up: custom emoji of the organization first, then extra ones, then unicode. */
export const addReaction = endpoint({
  name: 'addReaction',
  method: 'POST',
  path: '/messages/{message_id}/reactions',
  service: 'messaging',
  summary: 'Add an emoji reaction',
  params: {
    message_id: pathInt(),
    emoji_name: text().example('tada'),
    emoji_code: emojiCode.optional(),
    reaction_type: reactionType.optional(),
  },
  response: {},
  errors: ['invalidMessages', 'reactionExists', 'tooManyReactions', 'badRequest'],
});

/** Takes the caller's emoji off a message (spec 4.15). Its code says which, and where that is not given its name. */
export const removeReaction = endpoint({
  name: 'removeReaction',
  method: 'DELETE',
  path: '/messages/{message_id}/reactions',
  service: 'messaging',
  summary: 'Remove an emoji reaction',
  params: {
    message_id: pathInt(),
    emoji_name: text().optional().example('tada'),
    emoji_code: emojiCode.optional(),
    reaction_type: reactionType.optional(),
  },
  response: {},
  errors: ['invalidMessages', 'reactionAbsent', 'badRequest'],
});

/** The names of all unicode emoji, for clients that show or search them: the document behind `server_emoji_data_url`. */
export const getEmojiData = endpoint({
  name: 'getEmojiData',
  method: 'GET',
  path: '/server_emoji_data',
  service: 'messaging',
  auth: 'none',
  summary: 'Get the names of Unicode emoji',
  params: {},
  response: { code_to_names: z.record(z.string(), z.array(z.string())).describe('Keyed by code point. The canonical name comes first.') },
  example: { code_to_names: { '1f389': ['tada'] } },
});
