const HIDDEN = '(hidden)';
/** Shorter texts tell nothing, and hiding them would cut words of the reason apart. */
const LEAST_HIDDEN_LENGTH = 4;

/**
 * What operators see of a payload: its form, numbers, and what is true or false. Every text is hidden, since it may be an address, a key, or what
 * somebody wrote.
 */
export function shownPayload(payload: unknown): unknown {
  if (typeof payload === 'string') return HIDDEN;
  if (Array.isArray(payload)) return payload.map(shownPayload);
  if (typeof payload !== 'object' || payload === null) return payload;
  return Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, shownPayload(value)]));
}

/** Why a job failed, without the texts of its payload: a mail server repeats the address it refuses. */
export function shownReason(reason: string, payload: unknown): string {
  const longestFirst = textsOf(payload).sort((a, b) => b.length - a.length);
  return longestFirst.reduce((shown, text) => shown.replaceAll(text, HIDDEN), reason);
}

function textsOf(payload: unknown): string[] {
  if (typeof payload === 'string') return payload.length < LEAST_HIDDEN_LENGTH ? [] : [payload];
  return typeof payload === 'object' && payload !== null ? Object.values(payload).flatMap(textsOf) : [];
}
