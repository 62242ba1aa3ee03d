import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';
import { guestsWithAccess } from './user-audience.js';

const payload = z.object({
  fieldId: z.int(),
  /** Ascending, at most 1,000. */
  userIds: z.array(z.int()),
  /** Null if it was deleted. */
  value: z.string().nullable(),
  rendered: z.string().nullable(),
  /** The guests who may see these users. */
  guestsWithAccess,
});

/** The value of a profile field changed. */
export const profileValueChanged: DomainEvent<'profile-value.changed', z.infer<typeof payload>> = domainEvent({
  type: 'profile-value.changed',
  owner: 'organization',
  payload,
});
