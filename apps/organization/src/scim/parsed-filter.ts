import { isStorable } from '@parley/contracts';
import { type Filter, parse } from 'scim2-parse-filter';
import { scimErrors } from './scim-error.js';

/** A filter comes from outside, and becomes SQL. These bound the time of the parser and of the statement. */
const MAX_LENGTH = 2_000;
const MAX_COMPARISONS = 20;
const MAX_DEPTH = 10;

/** @throws invalidFilter */
export function parsedFilter(text: string): Filter {
  if (text.length > MAX_LENGTH) throw scimErrors.invalidFilter(`A filter can have at most ${MAX_LENGTH} characters.`);
  if (!isStorable(text)) throw scimErrors.invalidFilter('The filter contains characters that no value can have.');
  const filter = parsed(text);
  if (comparisonsIn(filter) > MAX_COMPARISONS) throw scimErrors.invalidFilter(`A filter can have at most ${MAX_COMPARISONS} comparisons.`);
  if (depthOf(filter) > MAX_DEPTH) throw scimErrors.invalidFilter(`A filter can be nested at most ${MAX_DEPTH} deep.`);
  return filter;
}

function parsed(text: string): Filter {
  try {
    return parse(text);
  } catch {
    throw scimErrors.invalidFilter('The filter cannot be read. See RFC 7644, section 3.4.2.2.');
  }
}

function partsOf(filter: Filter): readonly Filter[] {
  if ('filters' in filter) return filter.filters;
  if ('filter' in filter) return [filter.filter];
  return 'valFilter' in filter ? [filter.valFilter] : [];
}

function comparisonsIn(filter: Filter): number {
  const parts = partsOf(filter);
  return parts.length === 0 ? 1 : parts.reduce((sum, each) => sum + comparisonsIn(each), 0);
}

function depthOf(filter: Filter): number {
  return 1 + Math.max(0, ...partsOf(filter).map(depthOf));
}
