import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';
import { linkifierObject } from './linkifier-object.js';

const payload = z.object({ linkifiers: z.array(linkifierObject) });

/** The linkifiers changed: all of them, in their order. */
export const linkifiersChanged: DomainEvent<'linkifiers.changed', z.infer<typeof payload>> = domainEvent({
  type: 'linkifiers.changed',
  owner: 'organization',
  payload,
});
