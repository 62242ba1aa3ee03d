import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';
import { playgroundObject } from './playground-object.js';

const payload = z.object({ playgrounds: z.array(playgroundObject) });

/** The code playgrounds changed: all of them. */
export const playgroundsChanged: DomainEvent<'playgrounds.changed', z.infer<typeof payload>> = domainEvent({
  type: 'playgrounds.changed',
  owner: 'organization',
  payload,
});
