import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';
import { MAX_PEOPLE_REVEALED, MAX_REVEALED_TO } from './people-revealed.js';
import { userFacts } from './user-object.js';

const payload = z.object({
  /** Guests, ascending. */
  viewerIds: z.array(z.int()).max(MAX_REVEALED_TO),
  people: z.array(userFacts.pick({ id: true, fullName: true, isActive: true, isBot: true, joinedAt: true })).max(MAX_PEOPLE_REVEALED),
  /** Of the organization, without port. */
  host: z.string(),
});
export type PeopleHidden = z.infer<typeof payload>;

/** These guests may not see these users any more, because they share nothing now. Logged by the change that causes it. */
export const peopleHidden: DomainEvent<'people.hidden', PeopleHidden> = domainEvent({
  type: 'people.hidden',
  owner: 'organization',
  payload,
});
