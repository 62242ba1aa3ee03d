import { faultInName } from '@parley/contracts';

const MAX_LENGTH = 100;
/** Prefixes of system group names, or with another meaning in mentions. */
const PREFIXES = ['@', 'role:', 'user:', 'stream:', 'channel:'] as const;

/** The reason why a group cannot have this name. Undefined if it can. */
export function groupNameFault(name: string): string | undefined {
  if (name === '') return "User group name can't be empty!";
  if (faultInName(name) !== undefined) return 'name has invalid format';
  if (name.length > MAX_LENGTH) return `User group name cannot exceed ${MAX_LENGTH} characters.`;
  const prefix = PREFIXES.find((forbidden) => name.startsWith(forbidden));
  return prefix === undefined ? undefined : `User group name cannot start with '${prefix}'.`;
}
