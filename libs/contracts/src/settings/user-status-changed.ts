import { z } from 'zod';
import { domainEvent } from '../domain-event.js';
import { guestsWithAccess } from '../organization/user-audience.js';
import { REACTION_TYPES } from '../reaction-types.js';

/** The changed parts of a user's status. An empty text or emoji name means that there is none any more. */
export const userStatusChanged = domainEvent({
  type: 'user-status.changed',
  owner: 'settings',
  payload: z.object({
    userId: z.int(),
    statusText: z.string().optional(),
    emoji: z.object({ name: z.string(), code: z.string(), type: z.enum(REACTION_TYPES) }).optional(),
    away: z.boolean().optional(),
    guestsWithAccess,
  }),
});
