import { z } from 'zod';
import { defaultChannelGroupObject } from '../default-channel-group.js';
import { type DomainEvent, domainEvent } from '../domain-event.js';
import { ALL_ROLES } from '../roles.js';
import { botObject } from './realm-bot-events.js';
import { guestsWithAccess } from './user-audience.js';

/** Maximum number of entries of each list. */
export const MAX_OWN_CHANGES = 1_000;

/** What the role changes for the user's own clients, besides the events that follow. */
const ownChanges = z.object({
  /** Addresses of others that they may see now, or not any more (null). Not of users who become visible or hidden by the events that follow. */
  addresses: z.array(z.object({ userId: z.int(), deliveryEmail: z.string().nullable() })).max(MAX_OWN_CHANGES),
  /** Bots of others that are in the list of bots of administrators. */
  gainedBots: z.array(botObject).max(MAX_OWN_CHANGES),
  lostBotIds: z.array(z.int()).max(MAX_OWN_CHANGES),
  /** The default channels that they see now. Absent if they are unchanged. */
  defaults: z.object({ channelIds: z.array(z.int()).max(MAX_OWN_CHANGES), groups: z.array(defaultChannelGroupObject) }).optional(),
});
export type OwnRoleChanges = z.infer<typeof ownChanges>;

const payload = z.object({
  userId: z.int(),
  role: z.literal(ALL_ROLES),
  /** System groups of which the user is not a direct member any more. */
  leftGroupIds: z.array(z.int()),
  joinedGroupIds: z.array(z.int()),
  guestsWithAccess,
  /** Absent if events cannot explain everything that changes for them. Then their queues end. */
  own: ownChanges.optional(),
});

/** A user's role changed. */
export const userRoleChanged: DomainEvent<'user.role-changed', z.infer<typeof payload>> = domainEvent({
  type: 'user.role-changed',
  owner: 'organization',
  payload,
});
