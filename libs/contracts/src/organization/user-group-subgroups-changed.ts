import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';

const payload = z.object({
  groupId: z.int(),
  isDeactivated: z.boolean(),
  change: z.enum(['add', 'remove']),
  /** Ascending, at most 1,000. */
  subgroupIds: z.array(z.int()),
});

/** Direct subgroups of a group were added or removed. */
export const userGroupSubgroupsChanged: DomainEvent<'user-group.subgroups-changed', z.infer<typeof payload>> = domainEvent({
  type: 'user-group.subgroups-changed',
  owner: 'organization',
  payload,
});
