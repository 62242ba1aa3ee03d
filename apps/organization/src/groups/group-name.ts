import { apiErrors, faultInName, type Refusal } from '@parley/contracts';

const MAX_LENGTH = 100;
/** Prefixes of system group names, or with another meaning in mentions. */
const PREFIXES = ['@', 'role:', 'user:', 'stream:', 'channel:'] as const;

/** Why a group cannot have this name. */
export function groupNameRefusal(name: string): Refusal {
  if (name === '') return apiErrors.userGroupNameEmpty();
  if (faultInName(name) !== undefined) return apiErrors.invalidFormat({ name: 'name' });
  if (name.length > MAX_LENGTH) return apiErrors.userGroupNameTooLong({ limit: MAX_LENGTH });
  const prefix = PREFIXES.find((forbidden) => name.startsWith(forbidden));
  return prefix === undefined ? undefined : apiErrors.userGroupNamePrefix({ prefix });
}
