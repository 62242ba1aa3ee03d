/** Of one parameter. No endpoint takes more than a few levels; what is deeper overflows the stack of whatever writes it as text again. */
export const MAX_JSON_DEPTH = 32;

/** Whether lists and objects are nested in one another more than `levels` deep. Looks no further than that. */
export function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  const parts = Array.isArray(value) ? value : Object.values(value);
  return parts.some((part) => isDeeperThan(levels - 1, part));
}
