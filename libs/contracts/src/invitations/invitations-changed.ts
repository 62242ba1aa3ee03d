import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';

const payload = z.object({
  /** The inviters of these invitations. Ascending, at most 1,000. */
  inviterIds: z.array(z.int()),
});

/** Invitations were created or ended. Administrators and the inviters receive it, and fetch the list again. */
export const invitationsChanged: DomainEvent<'invitations.changed', z.infer<typeof payload>> = domainEvent({
  type: 'invitations.changed',
  owner: 'invitations',
  payload,
});
