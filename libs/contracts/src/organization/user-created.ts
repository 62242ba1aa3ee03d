import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';
import { botDefaults, botService } from './realm-bot-events.js';
import { userFacts } from './user-object.js';

const payload = z.object({
  user: userFacts,
  /** System groups of which the user is now a direct member. */
  joinedGroupIds: z.array(z.int()),
  /** If false, guests see only users with whom they share a channel or conversation, and a new user shares none yet. */
  visibleToGuests: z.boolean(),
  /** Of the organization, without port. */
  host: z.string(),
  /** Of a bot. Default: none. */
  botDefaults: botDefaults.optional(),
  /** Of a bot. Default: none. */
  botServices: z.array(botService).optional(),
});
type UserCreated = z.infer<typeof payload>;

/** An account of a human or bot was created. */
export const userCreated: DomainEvent<'user.created', UserCreated> = domainEvent({
  type: 'user.created',
  owner: 'organization',
  payload,
});
