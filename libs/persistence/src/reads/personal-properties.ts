import { initialPersonalProperties, type PersonalProperties } from '@parley/contracts';
import type { SubscriptionRecord } from './subscriptions.js';

/** What a person chose for a channel, as clients read it. */
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

/** Whether the person chose anything but a colour. */
export function hasChosen(subscription: SubscriptionRecord): boolean {
  const chosen = personalPropertiesOf(subscription);
  return Object.entries(initialPersonalProperties(chosen.color)).some(([property, value]) => Reflect.get(chosen, property) !== value);
}
