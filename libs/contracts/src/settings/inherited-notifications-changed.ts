import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';
import { inheritingProperty } from './inherited-notifications.js';

/** Maximum number of user ids in one event. */
export const MAX_INHERITING_IDS = 1000;

const payload = z.object({
  property: inheritingProperty,
  value: z.boolean(),
  /** Subscriptions that inherit the value, at most MAX_INHERITING_IDS. Without isArchived, the channel is not archived. */
  subscriptions: z.array(z.object({ channelId: z.int(), userIds: z.array(z.int()), isArchived: z.boolean().optional() })),
});

/** A setting changed that subscriptions inherit. */
export const inheritedNotificationsChanged: DomainEvent<'inherited-notifications.changed', z.infer<typeof payload>> = domainEvent({
  type: 'inherited-notifications.changed',
  owner: 'settings',
  payload,
});
