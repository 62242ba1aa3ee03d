import { expect, it } from '@jest/globals';
import type { ResolvedTerm } from './narrow-context.js';
import { simplifiedTerms } from './simplify-narrow.js';

const channel = (id: number, nameKey = 'x'): ResolvedTerm => ({
  operator: 'channel',
  channel: { id, nameKey, hasContentAccess: true, hasProtectedHistory: false },
  negated: false,
});
const isUnread: ResolvedTerm = { operator: 'is', what: 'unread', negated: false };
const publicChannels: ResolvedTerm = { operator: 'channels', kind: 'public', negated: false };
const sender = (userId: number): ResolvedTerm => ({ operator: 'sender', userId, negated: false });
const mentions = (userId: number): ResolvedTerm => ({ operator: 'mentions', userId, negated: false });
const search = (text: string, negated = true): ResolvedTerm => ({
  operator: 'search',
  query: { text, phrases: [], lexemes: [text] },
  negated,
});
const not = (term: ResolvedTerm): ResolvedTerm => ({ ...term, negated: true });

it('merges equal terms', () => {
  expect(simplifiedTerms(Array.from({ length: 50 }, () => publicChannels))).toEqual([publicChannels]);
  expect(simplifiedTerms([channel(1), isUnread, channel(1), isUnread])).toEqual([channel(1), isUnread]);
  expect(simplifiedTerms([search('a'), search('b'), search('a')])).toEqual([search('a'), search('b')]);
});

it('keeps different terms', () => {
  const terms = [channel(1), isUnread, not(sender(1)), not(sender(2)), mentions(1), mentions(2), not(publicChannels)];
  expect(simplifiedTerms(terms)).toEqual(terms);
});

it('matches nothing if terms contradict each other', () => {
  expect(simplifiedTerms([channel(1), channel(2)])).toBeUndefined();
  expect(simplifiedTerms([sender(1), not(sender(1))])).toBeUndefined();
  expect(simplifiedTerms([search('a', false), search('a')])).toBeUndefined();
});

it('refuses more than 10 different terms of an expensive kind', () => {
  const people = Array.from({ length: 11 }, (_, n) => mentions(n));
  expect(simplifiedTerms(people.slice(1))).toHaveLength(10);
  expect(() => simplifiedTerms(people)).toThrow("Invalid narrow operator: too many 'mentions' terms (limit: 10)");
  expect(() => simplifiedTerms(people.map((_, n) => search(String(n))))).toThrow("too many 'search' terms");
});
