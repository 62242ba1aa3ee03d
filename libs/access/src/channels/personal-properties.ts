import { initialPersonalProperties, type PersonalProperties } from '@parley/contracts/channels';
import type { SubscriptionRecord } from '@parley/persistence';

/** A user's properties of a channel, in the format for clients. */
export function personalPropertiesOf(subscription: SubscriptionRecord): PersonalProperties {
  return {
    color: subscription.color,
    is_muted: subscription.isMuted,
    pin_to_top: subscription.pinToTop,
    desktop_notifications: subscription.desktopNotifications,
    audible_notifications: subscription.audibleNotifications,
    push_notifications: subscription.pushNotifications,
    email_notifications: subscription.emailNotifications,
    wildcard_mentions_notify: subscription.wildcardMentionsNotify,
  };
}

/** Whether the user changed anything except the color. */
export function hasChosen(subscription: SubscriptionRecord): boolean {
  const chosen = personalPropertiesOf(subscription);
  return Object.entries(initialPersonalProperties(chosen.color)).some(([property, value]) => Reflect.get(chosen, property) !== value);
}
