import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';

const payload = z.object({
  userId: z.int(),
  changes: z.array(z.object({ channelId: z.int(), property: z.string(), value: z.union([z.boolean(), z.string()]) })),
});
type SubscriptionChanged = z.infer<typeof payload>;

/** A user changed properties of their subscriptions. */
export const subscriptionChanged: DomainEvent<'subscription.changed', SubscriptionChanged> = domainEvent({
  type: 'subscription.changed',
  owner: 'channels',
  payload,
});
