import { apiErrors, MAX_DEAR_NARROW_TERMS } from '@parley/contracts';
import type { ResolvedTerm } from './narrow-context.js';

/** A message has one of these, so two different ones match nothing. */
const SINGLE: readonly ResolvedTerm['operator'][] = ['channel', 'topic', 'sender', 'dm', 'id'];
/** A positive search is one term already. */
const DEAR: readonly ResolvedTerm['operator'][] = ['dm-with', 'mentions', 'search'];

/**
 * The same narrow with as few terms as say it: equal ones once. Undefined: no message can match. What a statement costs grows with its terms,
 * the time to plan it faster than that.
 * @throws badNarrow for too many different terms of a dear kind
 */
export function simplifiedTerms(terms: readonly ResolvedTerm[]): readonly ResolvedTerm[] | undefined {
  const byMeaning = new Map(terms.map((term) => [keyOf(term), term]));
  const different = [...byMeaning.values()];
  for (const kind of DEAR) {
    if (different.filter(({ operator }) => operator === kind).length > MAX_DEAR_NARROW_TERMS) {
      throw apiErrors.badNarrow({ desc: `too many '${kind}' terms (limit: ${MAX_DEAR_NARROW_TERMS})` });
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
