import {
  INITIALLY_INHERITED,
  type Inheritances,
  type InheritedNotifications,
  inheritingProperty,
  type PersonalProperties,
} from '@parley/contracts/channels';
import type { QueueView } from '../fan-out.js';

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
export function shownTo(
  queue: QueueView,
  personal: PersonalProperties,
  inherited: InheritedNotifications = INITIALLY_INHERITED,
): PersonalProperties {
  return knowsInheritance(queue) ? personal : withInherited(personal, inherited);
}

/** Undefined means the initial values. */
export function inheritanceOf(userId: number, inheriting: Inheritances = []): InheritedNotifications | undefined {
  return inheriting.find((each) => each.userId === userId)?.values;
}
