import { z } from 'zod';
import { type UserSettingValues, userSettings } from './user-settings.js';

/** The user setting that each of these properties of a subscription inherits while it is null. */
export const INHERITED_FROM = {
  desktop_notifications: 'enable_stream_desktop_notifications',
  audible_notifications: 'enable_stream_audible_notifications',
  push_notifications: 'enable_stream_push_notifications',
  email_notifications: 'enable_stream_email_notifications',
  wildcard_mentions_notify: 'wildcard_mentions_notify',
} as const;

export const inheritingProperty = z.enum([
  'desktop_notifications',
  'audible_notifications',
  'push_notifications',
  'email_notifications',
  'wildcard_mentions_notify',
]);
export type InheritingProperty = z.infer<typeof inheritingProperty>;

export const inheritedNotifications = z.record(inheritingProperty, z.boolean());
export type InheritedNotifications = z.infer<typeof inheritedNotifications>;

/** Users whose settings are not the initial ones, with the values that their subscriptions inherit. */
export const inheritances = z.array(z.object({ userId: z.int(), values: inheritedNotifications }));
export type Inheritances = z.infer<typeof inheritances>;

/** The values that a user's subscriptions inherit. */
export function inheritedOf(settings: UserSettingValues): InheritedNotifications {
  return {
    desktop_notifications: settings.enable_stream_desktop_notifications,
    audible_notifications: settings.enable_stream_audible_notifications,
    push_notifications: settings.enable_stream_push_notifications,
    email_notifications: settings.enable_stream_email_notifications,
    wildcard_mentions_notify: settings.wildcard_mentions_notify,
  };
}

/** The values that subscriptions inherit from settings that their user never changed. */
export const INITIALLY_INHERITED = inheritedOf(userSettings({}));

export function isInitiallyInherited(inherited: InheritedNotifications): boolean {
  return inheritingProperty.options.every((property) => inherited[property] === INITIALLY_INHERITED[property]);
}
