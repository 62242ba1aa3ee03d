import { z } from 'zod';
import { peerAudience } from '../channel-watchers.js';
import { type DomainEvent, domainEvent } from '../domain-event.js';
import { inheritances } from '../settings/inherited-notifications.js';
import { channelObject } from './channel-object.js';
import { personalProperties } from './subscription-object.js';

const payload = z.object({
  /** Ascending. Each of them was subscribed to each of the channels. */
  userIds: z.array(z.int()),
  channels: z.array(
    z.object({
      /** After this event, including subscriber_count. */
      channel: channelObject,
      /** All subscribers after this event, ascending. */
      subscriberIds: z.array(z.int()),
      /** One color for each of `userIds`, in their order. */
      colors: z.array(z.string()),
      /** Users who were subscribed before and had properties other than the color. */
      returning: z.array(z.object({ userId: z.int(), properties: personalProperties })),
      /** Those of `userIds` who could not see the channel before. */
      gainedAccess: z.array(z.int()),
      peers: peerAudience,
    }),
  ),
  /** Those of `userIds` whose inherited values are not the initial ones. */
  inheriting: inheritances.optional(),
});
export type SubscriptionAdded = z.infer<typeof payload>;

/** Users were subscribed to channels. */
export const subscriptionAdded: DomainEvent<'subscription.added', SubscriptionAdded> = domainEvent({
  type: 'subscription.added',
  owner: 'channels',
  payload,
});
