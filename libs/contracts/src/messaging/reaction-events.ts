import { z } from 'zod';
import { domainEvent } from '../domain-event.js';
import { REACTION_TYPES } from '../reaction-types.js';
import { messageWatchers } from './message-watchers.js';
import { reactingUser } from './reacting-user.js';
import { strangers } from './strangers.js';

const payload = z.object({
  messageId: z.int(),
  userId: z.int(),
  emojiName: z.string(),
  emojiCode: z.string(),
  reactionType: z.enum(REACTION_TYPES),
  watchers: messageWatchers,
  /** Absent in events that were logged before the field existed. */
  user: reactingUser.optional(),
  /** Readers who may not see the user. */
  strangers: strangers.optional(),
});

/** A user added an emoji to a message. Its row and this event are one change of messaging. */
export const reactionAdded = domainEvent({
  type: 'reaction.added',
  owner: 'messaging',
  payload,
});

/** A user removed their emoji from a message. */
export const reactionRemoved = domainEvent({
  type: 'reaction.removed',
  owner: 'messaging',
  payload,
});
