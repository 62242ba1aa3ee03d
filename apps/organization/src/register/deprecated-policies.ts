// Numbers that older clients read instead of permission groups. A group that has no number is shown as the nearest narrower one.

const COMMON: Readonly<Record<string, number>> = {
  'role:members': 1,
  'role:everyone': 1,
  'role:administrators': 2,
  'role:owners': 2,
  'role:fullmembers': 3,
  'role:moderators': 4,
};
const WILDCARD: Readonly<Record<string, number>> = {
  'role:everyone': 1,
  'role:members': 2,
  'role:fullmembers': 3,
  'role:administrators': 5,
  'role:nobody': 6,
  'role:moderators': 7,
};
const WEB_PUBLIC: Readonly<Record<string, number>> = { 'role:administrators': 2, 'role:moderators': 4, 'role:nobody': 6, 'role:owners': 7 };

const ADMINISTRATORS = 2;
const WILDCARD_ADMINISTRATORS = 5;
const NOBODY = 6;

/** `group`: name of the system group. Undefined for other groups. */
export function channelCreationPolicy(group: string | undefined): number {
  return COMMON[group ?? ''] ?? ADMINISTRATORS;
}

export function wildcardMentionPolicy(group: string | undefined): number {
  return WILDCARD[group ?? ''] ?? WILDCARD_ADMINISTRATORS;
}

/** Without spectator access no one can create web-public channels. */
export function webPublicCreationPolicy(group: string | undefined, isSpectatorAccessEnabled: boolean): number {
  return isSpectatorAccessEnabled ? (WEB_PUBLIC[group ?? ''] ?? NOBODY) : NOBODY;
}
