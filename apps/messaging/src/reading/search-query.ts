import { apiErrors } from '@parley/contracts';

/** Longer queries are refused, because people do not type them. */
const MAX_SEARCH_LENGTH = 1_000;

/** A search: words that must all be in a message, and phrases that must be in it literally. */
export interface SearchQuery {
  /** All words, also those of the phrases. */
  readonly text: string;
  /** The quoted parts, without quotes. */
  readonly phrases: readonly string[];
}

/** @throws operandBlank, operandTooLong */
export function searchQuery(operand: string): SearchQuery {
  const text = operand.trim();
  if (text === '') throw apiErrors.operandBlank();
  if (text.length > MAX_SEARCH_LENGTH) {
    throw apiErrors.operandTooLong({ limit: MAX_SEARCH_LENGTH });
  }
  const quoted = [...text.matchAll(/"([^"]*)"/g)].map(([, phrase = '']) => phrase.trim());
  return { text, phrases: quoted.filter((phrase) => phrase !== '') };
}

/** Combines several searches of one narrow: all must match. */
export function joinedSearch(queries: readonly SearchQuery[]): SearchQuery {
  return { text: queries.map(({ text }) => text).join(' '), phrases: queries.flatMap(({ phrases }) => phrases) };
}
