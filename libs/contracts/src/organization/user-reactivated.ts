import { z } from 'zod';
import { peerAudience } from '../channel-watchers.js';
import { type DomainEvent, domainEvent } from '../domain-event.js';
import { ALL_ROLES } from '../roles.js';
import { botObject } from './realm-bot-events.js';
import { guestsWithAccess } from './user-audience.js';

const payload = z.object({
  userId: z.int(),
  role: z.literal(ALL_ROLES),
  /** Groups of which the user is a direct member again. */
  joinedGroupIds: z.array(z.int()),
  /** The deactivated groups among them: only clients that show such groups receive the change. */
  deactivatedGroupIds: z.array(z.int()).default([]),
  guestsWithAccess,
  /** Channels to which the account is subscribed, and where it counts again. */
  channels: z.array(z.object({ channelId: z.int(), peers: peerAudience })),
  /** Null for a human user. */
  bot: z.object({ object: botObject, ownerId: z.int().nullable() }).nullable(),
});

/** An account was reactivated, with its former API key, groups and subscriptions. Its clients register again. */
export const userReactivated: DomainEvent<'user.reactivated', z.infer<typeof payload>> = domainEvent({
  type: 'user.reactivated',
  owner: 'organization',
  payload,
});
