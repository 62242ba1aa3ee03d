import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';

const payload = z.object({ organizationId: z.int().optional() });

/** The organization was deactivated. */
export const organizationDeactivated: DomainEvent<'organization.deactivated', z.infer<typeof payload>> = domainEvent({
  type: 'organization.deactivated',
  owner: 'organization',
  payload,
});
