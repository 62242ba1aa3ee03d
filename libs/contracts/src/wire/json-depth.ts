/** Levels of nesting in one parameter. No endpoint needs more than a few, and deep values overflow the stack when they are serialized. */
export const MAX_JSON_DEPTH = 32;

/** Whether lists and objects are nested more than `levels` deep. Stops at that depth. */
export function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  const parts = Array.isArray(value) ? value : Object.values(value);
  return parts.some((part) => isDeeperThan(levels - 1, part));
}
