import { apiErrors } from '@parley/contracts';
import type { PersonalProperties } from '@parley/contracts/channels';

/** A property and value as a request names them. */
interface RequestedProperty {
  readonly property: string;
  readonly value: boolean | string;
}

export type ChosenProperty = keyof PersonalProperties;

const SWITCHES = [
  'is_muted',
  'pin_to_top',
  'desktop_notifications',
  'audible_notifications',
  'push_notifications',
  'email_notifications',
  'wildcard_mentions_notify',
] as const satisfies readonly ChosenProperty[];

const COLOR = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i;

/** @throws invalidSubscriptionProperty, subscriptionPropertyNotBoolean, colorNotString, colorInvalid */
export function chosenProperty({ property, value }: RequestedProperty): { property: ChosenProperty; value: boolean | string } {
  if (property === 'color') return { property, value: chosenColor(value) };
  if (property === 'in_home_view') return { property: 'is_muted', value: !booleanValue(property, value) };
  const known = SWITCHES.find((name) => name === property);
  if (known === undefined) throw apiErrors.invalidSubscriptionProperty({ property });
  return { property: known, value: booleanValue(known, value) };
}

function booleanValue(property: string, value: boolean | string): boolean {
  if (typeof value !== 'boolean') throw apiErrors.subscriptionPropertyNotBoolean({ property });
  return value;
}

function chosenColor(value: boolean | string): string {
  if (typeof value !== 'string') throw apiErrors.colorNotString();
  if (!COLOR.test(value)) throw apiErrors.colorInvalid();
  return longHex(value);
}

/** `#ABC` is `#aabbcc`. */
export function longHex(color: string): string {
  const digits = color.slice(1).toLowerCase();
  return `#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits}`;
}
