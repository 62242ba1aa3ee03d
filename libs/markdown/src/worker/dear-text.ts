import type { RenderJob } from './render-job.js';

/** No text of this length takes more than a few milliseconds, unless one of the signs below holds. */
const MAX_CHEAP_LENGTH = 1_000;
/** A formula is dear however short it is. */
const MAX_CHEAP_FORMULAS = 3;
/** Characters of the text times characters of all patterns. */
const MAX_CHEAP_LINKIFYING = 1_000_000;

const FORMULA = /\$\$|(?:```|~~~)[ \t]*(?:math|tex|latex)/gi;

/** Whether rendering may hold up the event loop. It looks at the text only briefly, and says yes more often than it must. */
export function isDear({ source, linkifiers }: RenderJob): boolean {
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
