import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';
import { REACTION_TYPES } from '../reaction-types.js';
import { ALL_ROLES } from '../roles.js';
import { userFacts } from './user-object.js';

/** Maximum number of users in one event, because each has all facts that clients receive. */
export const MAX_PEOPLE_REVEALED = 100;
/** Maximum number of guests that receive one event. */
export const MAX_REVEALED_TO = 1_000;

const payload = z.object({
  /** Guests, ascending. Or a user who was a guest. */
  viewerIds: z.array(z.int()).max(MAX_REVEALED_TO),
  /** The role of the viewers, if they are not guests any more. */
  viewersRole: z.literal(ALL_ROLES).optional(),
  people: z
    .array(
      z.object({
        user: userFacts,
        /** Absent if the user has none. */
        status: z
          .object({
            text: z.string(),
            emoji: z.object({ name: z.string(), code: z.string(), type: z.enum(REACTION_TYPES) }).nullable(),
            away: z.boolean(),
          })
          .optional(),
      }),
    )
    .max(MAX_PEOPLE_REVEALED),
});
export type PeopleRevealed = z.infer<typeof payload>;

/** These guests may see these users from now on, because they share a channel or a conversation. Logged by the change that causes it. */
export const peopleRevealed: DomainEvent<'people.revealed', PeopleRevealed> = domainEvent({
  type: 'people.revealed',
  owner: 'organization',
  payload,
});
