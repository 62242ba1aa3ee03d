import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';
import { guestsWithAccess } from './user-audience.js';

const payload = z.object({ userId: z.int(), fullName: z.string(), guestsWithAccess });

/** A user's name changed. */
export const userRenamed: DomainEvent<'user.renamed', z.infer<typeof payload>> = domainEvent({
  type: 'user.renamed',
  owner: 'organization',
  payload,
});
