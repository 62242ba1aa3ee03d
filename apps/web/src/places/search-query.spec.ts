import { describe, expect, it } from '@jest/globals';
import type { ClientState } from '@parley/client';
import { queryTerms, readQuery, writtenTerm } from './search-query.js';
import { searchSuggestions } from './search-suggestions.js';

const person = (user_id: number, full_name: string, is_active = true) => ({
  user_id,
  full_name,
  email: `user${user_id}@x`,
  delivery_email: `p${user_id}@example.com`,
  is_active,
});
const fields: object = {
  user_id: 5,
  realm_users: [person(5, 'Me Myself'), person(6, 'Ann Lee'), person(7, 'Bob')],
  realm_non_active_users: [person(8, 'Bob', false), person(9, 'Gone', false)],
  subscriptions: [{ stream_id: 1, name: 'big birds' }],
  unsubscribed: [{ stream_id: 2, name: 'cats' }],
};
const state = fields as ClientState;

describe('a search', () => {
  it.each([
    ['red  bird', [{ operator: 'search', operand: 'red bird' }]],
    ['"red bird" big', [{ operator: 'search', operand: '"red bird" big' }]],
    [
      'channel:"Big Birds" red',
      [
        { operator: 'channel', operand: 1 },
        { operator: 'search', operand: 'red' },
      ],
    ],
    [
      'stream:cats topic:"a b"',
      [
        { operator: 'channel', operand: 2 },
        { operator: 'topic', operand: 'a b' },
      ],
    ],
    [
      'from:me -has:link',
      [
        { operator: 'sender', operand: 5 },
        { operator: 'has', operand: 'link', negated: true },
      ],
    ],
    ['sender:"ann lee"', [{ operator: 'sender', operand: 6 }]],
    ['from:p7@example.com', [{ operator: 'sender', operand: 7 }]],
    ['from:Bob', [{ operator: 'sender', operand: 7 }]],
    ['from:gone', [{ operator: 'sender', operand: 9 }]],
    [
      'dm:"Ann Lee, bob" is:unread',
      [
        { operator: 'dm', operand: [6, 7] },
        { operator: 'is', operand: 'unread' },
      ],
    ],
    ['http://example.com a:b', [{ operator: 'search', operand: 'http://example.com a:b' }]],
    ['-word', [{ operator: 'search', operand: '-word' }]],
    ['constructor:x __proto__:y', [{ operator: 'search', operand: 'constructor:x __proto__:y' }]],
    ['topic:"', [{ operator: 'topic', operand: '' }]],
    ['', []],
  ])('%j asks for %j', (query, narrow) => expect(readQuery(query, state)).toEqual({ narrow }));

  it.each([
    ['from:Nobody red', 'Nobody'],
    ['channel:dogs', 'dogs'],
    ['dm:Bob,Nobody', 'Bob,Nobody'],
    ['is:green', 'green'],
    ['has:', undefined],
  ])('%j names something that is not known', (query, unknown) =>
    expect(readQuery(query, state)).toEqual(unknown === undefined ? { narrow: [{ operator: 'search', operand: 'has:' }] } : { unknown }),
  );

  it.each(['simple', 'two words', '', 'a "quoted" name'])('writes a term that it reads again: %j', (operand) =>
    expect(queryTerms(writtenTerm('topic', operand))).toEqual([
      { operator: 'topic', operand: operand.replaceAll('"', ''), isNegated: false },
    ]),
  );
});

describe('the suggestions of a search', () => {
  const labels = (query: string) => searchSuggestions(query, state).map(({ label }) => label);
  const queries = (query: string) => searchSuggestions(query, state).map((suggestion) => suggestion.query);

  it('are operators, and what they can be', () => {
    expect(labels('')).toContain('channel:');
    expect(queries('red -h')).toEqual(['red -has:']);
    expect(queries('red channel:big')).toEqual(['red channel:"big birds" ']);
    expect(queries('channel:"big b')).toEqual(['channel:"big birds" ']);
    expect(queries('from:ann')).toEqual(['from:"Ann Lee" ']);
    expect(labels('from:bo')).toEqual(['from:Bob']);
    expect(queries('from:Bob ha')).toEqual(['from:Bob has:']);
    expect(labels('is:un')).toEqual(['is:unread']);
  });

  it('are none for other words, and after a term', () => {
    expect(labels('zebra')).toEqual([]);
    expect(labels('from:Ann Lee')).toEqual([]);
    expect(labels('topic:x')).toEqual([]);
    expect(labels('nothing:x')).toEqual([]);
  });
});
