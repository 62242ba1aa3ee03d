import { z } from 'zod';
import { channelObjectShape } from './channel-object.js';

/** Null inherits the user's setting of the same kind. */
const inherited = z.boolean().nullable();

/** A user's properties of a channel. */
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

/** The properties of a channel to which the user was never subscribed. */
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
/** A channel for a user who was never subscribed to it. */
export const unsubscribedChannelObject = z.object({ ...channelObjectShape, ...subscribersShape }).meta({ id: 'UnsubscribedChannel' });
/** A channel with the user's own properties. */
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

/** Channels below this number of subscribers always list them, even if the client did not request it. */
export const SUBSCRIBERS_ALWAYS_BELOW = 250;

/** Users who made a request within this number of days count as active. */
export const ACTIVE_WITHIN_DAYS = 14;

export function listsSubscribers(channel: { subscriber_count: number }, isRequested: boolean): boolean {
  return isRequested || channel.subscriber_count < SUBSCRIBERS_ALWAYS_BELOW;
}
