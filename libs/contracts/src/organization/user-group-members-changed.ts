import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';

const payload = z.object({
  groupId: z.int(),
  isDeactivated: z.boolean(),
  change: z.enum(['add', 'remove']),
  /** Ascending, at most 1,000. */
  userIds: z.array(z.int()),
});

/** Users became direct members of a group, or were removed. */
export const userGroupMembersChanged: DomainEvent<'user-group.members-changed', z.infer<typeof payload>> = domainEvent({
  type: 'user-group.members-changed',
  owner: 'organization',
  payload,
});
