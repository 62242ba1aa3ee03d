import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';

const payload = z.object({
  /** Ascending, at most 1,000. */
  userIds: z.array(z.int()),
});

/**
 * With the groups they are in, so many people came to know of so many private channels, or no longer do, that channelUpdated would be too large
 * to say it. Which ones is theirs to register again: their queues end, so that nothing of before is shown and nothing is missing.
 */
export const channelAccessChanged: DomainEvent<'channel-access.changed', z.infer<typeof payload>> = domainEvent({
  type: 'channel-access.changed',
  owner: 'organization',
  payload,
  parts: () => [],
  indexChanges: ({ userIds }) => [{ kind: 'end-queues', userIds }],
});
