import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';
import { domainObject } from './domain-object.js';

const payload = z.object({ change: z.enum(['add', 'change', 'remove']), domain: domainObject });

/** An email domain was added, changed or removed. */
export const domainChanged: DomainEvent<'domain.changed', z.infer<typeof payload>> = domainEvent({
  type: 'domain.changed',
  owner: 'organization',
  payload,
});
