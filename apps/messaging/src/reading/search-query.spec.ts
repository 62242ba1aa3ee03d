import { describe, expect, it } from '@jest/globals';
import { joinedSearch, searchQuery } from './search-query.js';

describe('a search query', () => {
  it.each<[string, string[]]>([
    ['quick fox', []],
    ['"quick fox"', ['quick fox']],
    ['brown "quick fox" and "lazy dog"', ['quick fox', 'lazy dog']],
    ['an "open end', []],
    ['" spaced "', ['spaced']],
    ['x'.repeat(1_000), []],
    ['"" " "', []],
  ])('%s has the phrases %j', (operand, phrases) => {
    expect(searchQuery(` ${operand} `)).toEqual({ text: operand, phrases });
  });

  it('combines several queries', () => {
    expect(joinedSearch([searchQuery('one'), searchQuery('"two three"')])).toEqual({ text: 'one "two three"', phrases: ['two three'] });
  });

  it.each([
    [' ', 'operand cannot be blank.'],
    ['x'.repeat(1001), 'operand is too long (limit: 1000 characters)'],
  ])('%j is rejected', (operand, msg) => {
    expect(() => searchQuery(operand)).toThrow(msg);
  });
});
