import { z } from 'zod';
import { channelObjectShape } from './channel-object.js';

/** Null inherits the user's own setting of the same kind. */
const inherited = z.boolean().nullable();

/** What a person chose for a channel (spec 2.3). */
export const personalPropertiesShape = {
  /** Lower-case `#rrggbb`. */
  color: z.string(),
  is_muted: z.boolean(),
  pin_to_top: z.boolean(),
  desktop_notifications: inherited,
  audible_notifications: inherited,
  push_notifications: inherited,
  email_notifications: inherited,
  wildcard_mentions_notify: inherited,
};
export const personalProperties = z.object(personalPropertiesShape);
export type PersonalProperties = z.infer<typeof personalProperties>;

/** Of a channel one has never been subscribed to before. */
export function initialPersonalProperties(color: string): PersonalProperties {
  return {
    color,
    is_muted: false,
    pin_to_top: false,
    desktop_notifications: null,
    audible_notifications: null,
    push_notifications: null,
    email_notifications: null,
    wildcard_mentions_notify: null,
  };
}

const subscribersShape = {
  subscribers: z.array(z.int()).optional().describe('User ids in ascending order. Omitted for large channels unless requested.'),
  partial_subscribers: z
    .array(z.int())
    .optional()
    .describe(
      'Replaces `subscribers` for large channels if partial lists were requested: all bots, and the users who were active in the last 14 days.',
    ),
};
/** A channel as somebody sees it who has never been subscribed to it. */
export const unsubscribedChannelObject = z.object({ ...channelObjectShape, ...subscribersShape }).meta({ id: 'UnsubscribedChannel' });
export type UnsubscribedChannelObject = z.infer<typeof unsubscribedChannelObject>;
/** A channel with one's own properties (spec 2.3). */
export const subscriptionObject = z
  .object({
    ...channelObjectShape,
    ...subscribersShape,
    ...personalPropertiesShape,
    /** Deprecated: the inverse of is_muted. */
    in_home_view: z.boolean(),
  })
  .meta({ id: 'Subscription' });
export type SubscriptionObject = z.infer<typeof subscriptionObject>;

/** Below this many subscribers everybody is sent the list, whether asked for or not (spec 4.20). */
export const SUBSCRIBERS_ALWAYS_BELOW = 250;

/** Whoever made a request within so many days counts as active. */
export const ACTIVE_WITHIN_DAYS = 14;

export function listsSubscribers(channel: { subscriber_count: number }, isAskedFor: boolean): boolean {
  return isAskedFor || channel.subscriber_count < SUBSCRIBERS_ALWAYS_BELOW;
}
