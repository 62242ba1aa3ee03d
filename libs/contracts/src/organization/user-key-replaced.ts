import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';

const payload = z.object({ userId: z.int() });

/** A user's API key was replaced. */
export const userKeyReplaced: DomainEvent<'user.key-replaced', z.infer<typeof payload>> = domainEvent({
  type: 'user.key-replaced',
  owner: 'organization',
  payload,
});
