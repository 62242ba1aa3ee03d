import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';

const payload = z.object({
  /** Ascending, at most 1,000. */
  userIds: z.array(z.int()),
});

/** A change of groups made private channels visible or hidden for these users, in numbers too large for channelUpdated. */
export const channelAccessChanged: DomainEvent<'channel-access.changed', z.infer<typeof payload>> = domainEvent({
  type: 'channel-access.changed',
  owner: 'organization',
  payload,
});
