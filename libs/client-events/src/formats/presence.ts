import { WIRE_REACTION_TYPES } from '@parley/contracts/messaging';
import { legacyPresence, modernPresence } from '@parley/contracts/settings';
import { z } from 'zod';
import { clientEvent } from '../client-event.js';

export const presenceEvent = clientEvent({
  type: 'presence',
  summary: 'A user came online.',
  fields: {
    presences: z
      .record(z.string(), modernPresence)
      .optional()
      .describe('Keyed by user id. For clients with the capability `simplified_presence_events`.'),
    user_id: z.int().optional().describe('This field and the following ones are for clients without that capability.'),
    email: z.string().optional().describe('Omitted for clients that registered with `slim_presence`.'),
    server_timestamp: z.number().optional(),
    presence: legacyPresence.pick({ website: true }).optional(),
  },
  example: { presences: { 7: { active_timestamp: 1_795_261_912, idle_timestamp: 1_795_261_912 } } },
});

export const userStatusEvent = clientEvent({
  type: 'user_status',
  summary: 'The status of a user changed. An empty text or emoji name means that it was cleared.',
  fields: {
    user_id: z.int(),
    status_text: z.string().optional(),
    emoji_name: z.string().optional(),
    emoji_code: z.string().optional(),
    reaction_type: z.enum(WIRE_REACTION_TYPES).optional(),
    away: z.boolean().optional(),
  },
  example: { user_id: 7, status_text: 'on holiday', emoji_name: 'palm_tree', emoji_code: '1f334', reaction_type: 'unicode_emoji' },
});
