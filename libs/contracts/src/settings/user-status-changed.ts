import { z } from 'zod';
import { domainEvent } from '../domain-event.js';
import { guestsWithAccess, whoSeesUser } from '../organization/user-audience.js';
import { REACTION_TYPES, reactionTypeFor } from './stock-clients.js';

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
  parts: ({ userId, statusText, emoji, away, guestsWithAccess: guests }) => [
    {
      clientType: 'user_status',
      audience: whoSeesUser(guests),
      render: (queue) => ({
        type: 'user_status',
        user_id: userId,
        ...(statusText !== undefined && { status_text: statusText }),
        ...(emoji !== undefined && {
          emoji_name: emoji.name,
          emoji_code: emoji.code,
          reaction_type: reactionTypeFor(queue.clientName, emoji.type),
        }),
        ...(away !== undefined && { away }),
      }),
    },
  ],
});
