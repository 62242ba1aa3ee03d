import { z } from 'zod';
import type { QueueView } from '../domain-event.js';
import { type UserSettingValues, userSettings } from '../settings/user-settings.js';
import type { PersonalProperties } from './subscription-object.js';

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

/** Whether the client knows that null inherits (capability notification_settings_null). Others receive the inherited values. */
export function knowsInheritance({ capabilities }: Pick<QueueView, 'capabilities'>): boolean {
  return capabilities.notification_settings_null === true;
}

/** The properties for a client that does not know null. */
export function withInherited(personal: PersonalProperties, inherited: InheritedNotifications): PersonalProperties {
  const filled = inheritingProperty.options.map((property) => [property, personal[property] ?? inherited[property]]);
  return { ...personal, ...Object.fromEntries(filled) };
}

/** The properties in the format for the client of this queue. */
export function shownTo(queue: QueueView, personal: PersonalProperties, inherited: InheritedNotifications = INITIALLY_INHERITED): PersonalProperties {
  return knowsInheritance(queue) ? personal : withInherited(personal, inherited);
}

/** Undefined means the initial values. */
export function inheritanceOf(userId: number, inheriting: Inheritances = []): InheritedNotifications | undefined {
  return inheriting.find((each) => each.userId === userId)?.values;
}
