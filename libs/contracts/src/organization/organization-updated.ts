import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';

const payload = z.object({
  /** The changed values that registration reports as `realm_<property>`, including derived ones. */
  changes: z.array(z.object({ property: z.string(), value: z.unknown() })),
});

/** The organization was configured. */
export const organizationUpdated: DomainEvent<'organization.updated', z.infer<typeof payload>> = domainEvent({
  type: 'organization.updated',
  owner: 'organization',
  payload,
});
