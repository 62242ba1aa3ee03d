import { z } from 'zod';
import { peerAudience } from '../channel-watchers.js';
import { type DomainEvent, domainEvent } from '../domain-event.js';

const payload = z.object({
  /** Ascending. Each of them was unsubscribed from each of the channels. */
  userIds: z.array(z.int()),
  channels: z.array(
    z.object({
      channelId: z.int(),
      name: z.string(),
      /** Those of `userIds` who cannot see the channel any more. */
      lostAccess: z.array(z.int()),
      peers: peerAudience,
    }),
  ),
});
export type SubscriptionRemoved = z.infer<typeof payload>;

/** Users were unsubscribed from channels. */
export const subscriptionRemoved: DomainEvent<'subscription.removed', SubscriptionRemoved> = domainEvent({
  type: 'subscription.removed',
  owner: 'channels',
  payload,
});
