import { z } from 'zod';
import { clientEvent } from '../client-event.js';
import { legacyPresence, modernPresence } from '../settings/presence-forms.js';

export const presenceEvent = clientEvent({
  type: 'presence',
  summary: 'Somebody came online.',
  fields: {
    presences: z.record(z.string(), modernPresence).optional().describe('By user id. With the capability simplified_presence_events.'),
    user_id: z.int().optional().describe('This and what follows: without it.'),
    email: z.string().optional().describe('Absent with slim_presence.'),
    server_timestamp: z.number().optional(),
    presence: legacyPresence.pick({ website: true }).optional(),
  },
  example: { presences: { 7: { active_timestamp: 1_795_261_912, idle_timestamp: 1_795_261_912 } } },
});

export const userStatusEvent = clientEvent({
  type: 'user_status',
  summary: 'What is said of somebody is different. An empty text or name of an emoji: none any more.',
  fields: {
    user_id: z.int(),
    status_text: z.string().optional(),
    emoji_name: z.string().optional(),
    emoji_code: z.string().optional(),
    reaction_type: z.string().optional(),
    away: z.boolean().optional(),
  },
  example: { user_id: 7, status_text: 'on holiday', emoji_name: 'palm_tree', emoji_code: '1f334', reaction_type: 'unicode_emoji' },
});
