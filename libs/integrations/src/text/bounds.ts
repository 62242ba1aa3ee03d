import { cut } from './cut.js';

/** More than any message shows of one text. It bounds the time of all code that reads the texts later. */
const MAX_TEXT = 20_000;

/** Cuts all long texts of a payload. Parts without a long text are returned as they are, not copied. */
export function withShortTexts(payload: unknown): unknown {
  if (typeof payload === 'string') return cut(payload, MAX_TEXT);
  if (typeof payload !== 'object' || payload === null) return payload;
  if (Array.isArray(payload)) {
    const items = payload.map(withShortTexts);
    return items.some((item, n) => item !== payload[n]) ? items : payload;
  }
  const entries = Object.entries(payload);
  const short = entries.map(([key, value]) => [key, withShortTexts(value)] as const);
  return short.some(([, value], n) => value !== entries[n]?.[1]) ? Object.fromEntries(short) : payload;
}

/** JSON that is exact only in its first `limit` characters. Most of the rest is left out, so the work does not grow with the value. */
export function startOfJson(value: unknown, limit: number, indent?: number): string {
  return JSON.stringify(start(value, { left: limit + 1 }), undefined, indent);
}

/** The first values in the order of the JSON. Each has at least one character there, so when none is `left`, the text is long enough. */
function start(value: unknown, budget: { left: number }): unknown {
  budget.left -= 1;
  if (typeof value === 'string') {
    const kept = value.slice(0, Math.max(0, budget.left));
    budget.left -= kept.length;
    return kept;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (let n = 0; n < value.length && budget.left > 0; n += 1) items.push(start(value[n], budget));
    return items;
  }
  const entries: [string, unknown][] = [];
  for (const [key, item] of Object.entries(value)) {
    if (budget.left <= 0) break;
    const kept = key.slice(0, budget.left);
    budget.left -= kept.length;
    entries.push([kept, start(item, budget)]);
  }
  return Object.fromEntries(entries);
}
