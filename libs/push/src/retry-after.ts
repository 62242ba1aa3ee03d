/** Longer pauses are not believed. */
const MAX_MS = 3_600_000;

/** The pause that a Retry-After header asks for: seconds, or a date. Undefined without one that can be read. */
export function retryAfterMs(header: string | null, now = Date.now()): number | undefined {
  if (header === null || header.trim() === '') return undefined;
  const ms = /^\s*\d+\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), MAX_MS);
}
