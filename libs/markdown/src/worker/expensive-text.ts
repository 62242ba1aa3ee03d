import type { RenderJob } from './render-job.js';

/** No text up to this length takes more than a few milliseconds, unless one of the conditions below holds. */
const MAX_CHEAP_LENGTH = 1_000;
/** Even short formulas are expensive. */
const MAX_CHEAP_FORMULAS = 3;
/** Characters of the text times characters of all patterns. */
const MAX_CHEAP_LINKIFYING = 1_000_000;

const FORMULA = /\$\$|(?:```|~~~)[ \t]*(?:math|tex|latex)/gi;

/** Whether rendering could block the event loop. A quick check of the text that errs on the safe side. */
export function isExpensive({ source, linkifiers }: RenderJob): boolean {
  if (source.length > MAX_CHEAP_LENGTH) return true;
  const patterns = linkifiers.reduce((sum, { pattern }) => sum + pattern.length, 0);
  return source.length * patterns > MAX_CHEAP_LINKIFYING || formulas(source) > MAX_CHEAP_FORMULAS;
}

/** An inline formula has two marks, a fence has one. */
function formulas(source: string): number {
  let count = 0;
  for (const [mark] of source.matchAll(FORMULA)) count += mark === '$$' ? 0.5 : 1;
  return count;
}
