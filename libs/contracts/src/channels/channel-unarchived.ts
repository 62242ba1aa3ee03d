import { z } from 'zod';
import { channelWatchers } from '../channel-watchers.js';
import { type DomainEvent, domainEvent } from '../domain-event.js';
import { inheritances } from '../settings/inherited-notifications.js';
import { channelObject } from './channel-object.js';
import { formerSubscriber } from './former-subscriber.js';
import { personalProperties } from './subscription-object.js';

const payload = z.object({
  /** After this event. */
  channel: channelObject,
  watchers: channelWatchers,
  /** Ascending. */
  subscriberIds: z.array(z.int()),
  /** One color for each subscriber, in their order. */
  colors: z.array(z.string()),
  /** Subscribers with properties other than the color. */
  personal: z.array(z.object({ userId: z.int(), properties: personalProperties })),
  /** Watchers who were subscribed in the past. */
  former: z.array(formerSubscriber).optional(),
  /** Subscribers whose inherited values are not the initial ones. */
  inheriting: inheritances.optional(),
});
export type ChannelUnarchived = z.infer<typeof payload>;

/** A channel was unarchived, with its former subscriptions. */
export const channelUnarchived: DomainEvent<'channel.unarchived', ChannelUnarchived> = domainEvent({
  type: 'channel.unarchived',
  owner: 'channels',
  payload,
});
