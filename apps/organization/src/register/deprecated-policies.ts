// Whole numbers that older clients read instead of the permission groups. Groups they cannot express read as the narrowest that is near.

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

/** `group`: name of the system group; undefined for another group. */
export function channelCreationPolicy(group: string | undefined): number {
  return COMMON[group ?? ''] ?? ADMINISTRATORS;
}

export function wildcardMentionPolicy(group: string | undefined): number {
  return WILDCARD[group ?? ''] ?? WILDCARD_ADMINISTRATORS;
}

/** Nobody makes web-public channels where nobody may look at them. */
export function webPublicCreationPolicy(group: string | undefined, isSpectatorAccessEnabled: boolean): number {
  return isSpectatorAccessEnabled ? (WEB_PUBLIC[group ?? ''] ?? NOBODY) : NOBODY;
}
