import { apiErrors } from '@parley/contracts';
import { MAX_EXPENSIVE_NARROW_TERMS } from '@parley/contracts/messaging';
import type { ResolvedTerm } from './narrow-context.js';

/** A message has exactly one of each, so two different values match nothing. */
const SINGLE: readonly ResolvedTerm['operator'][] = ['channel', 'topic', 'sender', 'dm', 'id'];
/** Positive searches are already merged into one term. */
const EXPENSIVE: readonly ResolvedTerm['operator'][] = ['dm-with', 'mentions', 'search'];

/**
 * The same narrow without duplicate terms. Undefined if no message can match. The cost of a statement grows with its terms, and its
 * planning time grows faster.
 * @throws badNarrow for too many different terms of an expensive kind
 */
export function simplifiedTerms(terms: readonly ResolvedTerm[]): readonly ResolvedTerm[] | undefined {
  const byMeaning = new Map(terms.map((term) => [keyOf(term), term]));
  const different = [...byMeaning.values()];
  for (const kind of EXPENSIVE) {
    if (different.filter(({ operator }) => operator === kind).length > MAX_EXPENSIVE_NARROW_TERMS) {
      throw apiErrors.badNarrow({ desc: `too many '${kind}' terms (limit: ${MAX_EXPENSIVE_NARROW_TERMS})` });
    }
  }
  const positive = different.filter((term) => !term.negated);
  const isDenied = positive.some((term) => byMeaning.has(keyOf({ ...term, negated: true })));
  const isTwoOfOne = SINGLE.some((kind) => positive.filter(({ operator }) => operator === kind).length > 1);
  return isDenied || isTwoOfOne ? undefined : different;
}

function keyOf(term: ResolvedTerm): string {
  if (term.operator === 'channel') return JSON.stringify(['channel', term.negated, term.channel.id]);
  return JSON.stringify(term, Object.keys(term).sort().concat(['text', 'phrases']));
}
