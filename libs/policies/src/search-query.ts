import { apiErrors } from '@parley/contracts';

/** Longer ones are refused: what is searched for is typed by a person. */
const MAX_SEARCH_LENGTH = 1_000;

/** What to search for: words that must all be in a message, and phrases that must be in it as they stand. */
export interface SearchQuery {
  /** All words, those of the phrases too. */
  readonly text: string;
  /** What stood in quotes, without them. */
  readonly phrases: readonly string[];
}

/** @throws badRequest */
export function searchQuery(operand: string): SearchQuery {
  const text = operand.trim();
  if (text === '') throw apiErrors.badRequest({ msg: 'operand cannot be blank.' });
  if (text.length > MAX_SEARCH_LENGTH) {
    throw apiErrors.badRequest({ msg: `operand is too long (limit: ${MAX_SEARCH_LENGTH} characters)` });
  }
  const quoted = [...text.matchAll(/"([^"]*)"/g)].map(([, phrase = '']) => phrase.trim());
  return { text, phrases: quoted.filter((phrase) => phrase !== '') };
}

/** Several searches of one narrow are one: all must match. */
export function joinedSearch(queries: readonly SearchQuery[]): SearchQuery {
  return { text: queries.map(({ text }) => text).join(' '), phrases: queries.flatMap(({ phrases }) => phrases) };
}
