import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';
import { ROLES } from '../roles.js';

const payload = z.object({
  /** Whose invitations they are. Ascending, at most 1,000. */
  inviterIds: z.array(z.int()),
});

/** Invitations came or ended. Administrators and the inviters hear it, and ask for the list. */
export const invitationsChanged: DomainEvent<'invitations.changed', z.infer<typeof payload>> = domainEvent({
  type: 'invitations.changed',
  owner: 'invitations',
  payload,
  parts: ({ inviterIds }) => [
    {
      clientType: 'invites_changed',
      audience: { roles: [ROLES.owner, ROLES.administrator], users: inviterIds },
      render: () => ({ type: 'invites_changed' }),
    },
  ],
});
