import { z } from 'zod';
import { peerAudience } from '../channel-watchers.js';
import { type DomainEvent, domainEvent } from '../domain-event.js';
import { guestsWithAccess } from './user-audience.js';

const payload = z.object({
  userId: z.int(),
  isBot: z.boolean(),
  botOwnerId: z.int().nullable(),
  /** Groups of which the user was a direct member. Deactivated users are not members of any. */
  leftGroupIds: z.array(z.int()),
  /** The deactivated groups among them: only clients that show such groups receive the change. */
  deactivatedGroupIds: z.array(z.int()).default([]),
  guestsWithAccess,
  /** Channels to which the account was subscribed. Their counts and lists of subscribers exclude deactivated users. */
  channels: z.array(z.object({ channelId: z.int(), peers: peerAudience })),
});

/** An account was deactivated. It remains visible; its queues end, and it leaves all groups. */
export const userDeactivated: DomainEvent<'user.deactivated', z.infer<typeof payload>> = domainEvent({
  type: 'user.deactivated',
  owner: 'organization',
  payload,
});
