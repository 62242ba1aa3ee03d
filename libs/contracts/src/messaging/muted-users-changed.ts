import { z } from 'zod';
import { domainEvent } from '../domain-event.js';

/** Maximum number of users that one user may mute. */
export const MAX_MUTED_USERS = 1_000;

export const mutedUser = z.object({
  id: z.int(),
  /** Time of muting, in seconds since the epoch. */
  timestamp: z.int(),
});
export type MutedUser = z.infer<typeof mutedUser>;

/** A user's muted users, all of them after the change, by id. */
export const mutedUsersChanged = domainEvent({
  type: 'muted-users.changed',
  owner: 'messaging',
  payload: z.object({ userId: z.int(), mutedUsers: z.array(mutedUser).max(MAX_MUTED_USERS) }),
});
