const HIDDEN = '(hidden)';
/** Shorter texts reveal nothing, and replacing them would damage other words of the reason. */
const MIN_HIDDEN_LENGTH = 4;

/**
 * The redacted payload for operators: structure, numbers and booleans. All texts are hidden, because they may be addresses, keys, or
 * written by users.
 */
export function shownPayload(payload: unknown): unknown {
  if (typeof payload === 'string') return HIDDEN;
  if (Array.isArray(payload)) return payload.map(shownPayload);
  if (typeof payload !== 'object' || payload === null) return payload;
  return Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, shownPayload(value)]));
}

/** The failure reason without the texts of the payload. A mail server, for example, repeats the address that it rejects. */
export function shownReason(reason: string, payload: unknown): string {
  const longestFirst = textsOf(payload).sort((a, b) => b.length - a.length);
  return longestFirst.reduce((redacted, text) => redacted.replaceAll(text, HIDDEN), reason);
}

function textsOf(payload: unknown): string[] {
  if (typeof payload === 'string') return payload.length < MIN_HIDDEN_LENGTH ? [] : [payload];
  return typeof payload === 'object' && payload !== null ? Object.values(payload).flatMap(textsOf) : [];
}
