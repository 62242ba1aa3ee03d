import { describe, expect, it } from '@jest/globals';
import { ApiError } from '@parley/contracts';
import type { WireNarrow } from '@parley/contracts/messaging';
import { isForSpectators, narrowScope } from './narrow-scope.policy.js';
import { type NarrowTerm, narrowTerms } from './narrow-terms.js';

const one = (operator: string, operand: string | number | (string | number)[]) => narrowTerms([{ operator, operand }])[0];

describe('a term', () => {
  it.each([
    ['channel', 'general', { operator: 'channel', channel: 'general' }],
    ['stream', 9, { operator: 'channel', channel: 9 }],
    ['streams', 'public', { operator: 'channels', kind: 'public' }],
    ['topic', ' (no topic) ', { operator: 'topic', topic: '' }],
    ['from', 'a@x', { operator: 'sender', user: 'a@x' }],
    ['dm', [1, 2], { operator: 'dm', users: [1, 2] }],
    ['dm', 'a@x, b@x', { operator: 'dm', users: ['a@x', 'b@x'] }],
    ['pm_with', 1, { operator: 'dm', users: [1] }],
    ['pm-with', ' a@x ,, b@x,', { operator: 'dm', users: ['a@x', 'b@x'] }],
    ['dm', '', { operator: 'dm', users: [] }],
    ['sender', 7, { operator: 'sender', user: 7 }],
    ['dm-with', 'a@x', { operator: 'dm-with', user: 'a@x', groupsOnly: false }],
    ['group-pm-with', 1, { operator: 'dm-with', user: 1, groupsOnly: true }],
    ['streams', 'web-public', { operator: 'channels', kind: 'web-public' }],
    ['with', '000000000000012', { operator: 'with', id: 12 }],
    ['id', 0, { operator: 'id', id: 0 }],
    ['dm-including', 1, { operator: 'dm-with', user: 1, groupsOnly: false }],
    ['group_pm_with', 'a@x', { operator: 'dm-with', user: 'a@x', groupsOnly: true }],
    ['is', 'private', { operator: 'is', what: 'dm' }],
    ['mentions', 5, { operator: 'mentions', user: 5 }],
    ['channels', 'archived', { operator: 'channels', kind: 'archived' }],
    ['search', ' some "exact words" ', { operator: 'search', query: { text: 'some "exact words"', phrases: ['exact words'] } }],
    ['has', 'image', { operator: 'has', what: 'image' }],
    ['in', 'home', { operator: 'in', what: 'home' }],
    ['id', '12', { operator: 'id', id: 12 }],
    ['with', 12, { operator: 'with', id: 12 }],
  ])('%s %j', (operator, operand, term) => {
    expect(one(operator, operand)).toEqual({ ...term, negated: false });
  });

  it.each([
    ['is', ['dm', 'starred', 'unread', 'mentioned', 'alerted', 'resolved', 'followed', 'muted']],
    ['has', ['attachment', 'image', 'link', 'reaction']],
    ['in', ['home', 'all']],
  ])('%s accepts %j', (operator, operands) => {
    expect(operands.map((operand) => one(operator, operand))).toEqual(operands.map((what) => ({ operator, what, negated: false })));
  });

  it('may be negated, and may come as a pair', () => {
    const narrow: WireNarrow = [{ operator: 'is', operand: 'dm', negated: true }, ['topic', 'plans']];
    expect(narrowTerms(narrow)).toEqual([
      { operator: 'is', what: 'dm', negated: true },
      { operator: 'topic', topic: 'plans', negated: false },
    ]);
  });

  it('several searches are combined into one; a negated one stays separate', () => {
    const narrow: WireNarrow = [['search', 'one'], { operator: 'search', operand: 'not this', negated: true }, ['search', '"two"']];
    expect(narrowTerms(narrow)).toEqual([
      { operator: 'search', query: { text: 'not this', phrases: [] }, negated: true },
      { operator: 'search', query: { text: 'one "two"', phrases: ['two'] }, negated: false },
    ]);
  });

  it('near does not filter', () => {
    expect(one('near', 5)).toBeUndefined();
  });

  it.each<[string, string | number | (string | number)[], string, string]>([
    ['search', ' ', 'BAD_REQUEST', 'operand cannot be blank.'],
    ['search', 5, 'BAD_REQUEST', 'operand is not a string'],
    ['mentions', '', 'BAD_REQUEST', 'operand cannot be blank.'],
    ['toString', 'x', 'BAD_NARROW', 'Invalid narrow operator: unknown operator toString'],
    ['is', 'shiny', 'BAD_NARROW', "Invalid narrow operator: unknown 'is' operand shiny"],
    ['has', 'shine', 'BAD_NARROW', "Invalid narrow operator: unknown 'has' operand shine"],
    ['in', 'there', 'BAD_NARROW', "Invalid narrow operator: unknown 'in' operand there"],
    ['channels', 'all', 'BAD_NARROW', 'Invalid narrow operator: unknown channels operand all'],
    ['id', 'x1', 'BAD_NARROW', 'Invalid narrow operator: Invalid message ID'],
    ['id', '1x', 'BAD_NARROW', 'Invalid narrow operator: Invalid message ID'],
    ['id', '1e3', 'BAD_NARROW', 'Invalid narrow operator: Invalid message ID'],
    ['id', ' 5', 'BAD_NARROW', 'Invalid narrow operator: Invalid message ID'],
    ['id', '', 'BAD_NARROW', 'Invalid narrow operator: Invalid message ID'],
    ['id', 1.5, 'BAD_NARROW', 'Invalid narrow operator: Invalid message ID'],
    ['id', [1], 'BAD_NARROW', 'Invalid narrow operator: Invalid message ID'],
    ['id', -1, 'BAD_NARROW', 'Invalid narrow operator: Invalid message ID'],
    ['with', 'x', 'BAD_NARROW', "Invalid narrow operator: Invalid 'with' operator"],
    ['topic', 5, 'BAD_REQUEST', 'operand is not a string'],
    ['channel', ' ', 'BAD_REQUEST', 'operand cannot be blank.'],
    ['topic', 'a\0b', 'BAD_REQUEST', 'operand has invalid format'],
    ['dm', ['a@x', 'b\0'], 'BAD_REQUEST', 'operand has invalid format'],
    ['dm', ['\ud800'], 'BAD_REQUEST', 'operand has invalid format'],
    ['sender', [1], 'BAD_REQUEST', 'operand is not a string or integer'],
  ])('%s %j is rejected', (operator, operand, code, msg) => {
    expect(faultOf([{ operator, operand }])).toMatchObject({ code, msg });
  });

  it.each<[WireNarrow, string]>([
    [
      [
        ['channel', 'a'],
        ['is', 'dm'],
      ],
      'No message can be both a channel message and direct message',
    ],
    [
      [
        ['channels', 'public'],
        ['dm', 'a@x'],
      ],
      'No message can be both a channel message and direct message',
    ],
    [
      [
        ['topic', 'a'],
        ['dm-including', 'a@x'],
      ],
      'No message can be both a channel message and direct message',
    ],
    [
      [
        ['with', '1'],
        ['with', '2'],
      ],
      "Duplicate 'with' operators.",
    ],
  ])('%j contradicts itself', (narrow, text) => {
    expect(faultOf(narrow).msg).toContain(text);
  });
});

describe('terms that do not contradict each other', () => {
  it.each<[WireNarrow]>([
    [[['channel', 'a'], { operator: 'is', operand: 'dm', negated: true }]],
    [[{ operator: 'channel', operand: 'a', negated: true }, ['is', 'dm']]],
    [
      [
        ['channel', 'a'],
        ['is', 'unread'],
      ],
    ],
    [
      [
        ['sender', 'a@x'],
        ['is', 'dm'],
      ],
    ],
    [
      [
        ['with', '1'],
        ['channel', 'a'],
      ],
    ],
  ])('%j', (narrow) => {
    expect(narrowTerms(narrow)).toHaveLength(narrow.length);
  });
});

describe('the scope of a narrow', () => {
  const accessible = (term: NarrowTerm) => term.operator === 'channel' && term.channel === 'open';

  it.each<[WireNarrow, 'received' | 'readable']>([
    [[], 'received'],
    [[['channel', 'open']], 'readable'],
    [[['channel', 'closed']], 'received'],
    [[{ operator: 'channel', operand: 'open', negated: true }], 'received'],
    [
      [
        ['channel', 'open'],
        ['is', 'unread'],
      ],
      'received',
    ],
    [
      [
        ['channel', 'open'],
        ['is', 'resolved'],
      ],
      'readable',
    ],
    [[['channel', 'open'], { operator: 'is', operand: 'starred', negated: true }], 'readable'],
    [[['channels', 'public']], 'readable'],
    [[['channels', 'archived']], 'received'],
    [[['sender', 'a@x']], 'received'],
  ])('%j searches messages that are %s', (narrow, scope) => {
    expect(narrowScope(narrowTerms(narrow), { isGuest: false, hasContentAccess: accessible })).toBe(scope);
  });

  it('access to channels matters only for a channel that the narrow names', () => {
    const person = { isGuest: false, hasContentAccess: () => true };
    expect(narrowScope(narrowTerms([['sender', 'a@x']]), person)).toBe('received');
  });

  it('public channels: those that a guest received; web-public channels: those that everyone may read', () => {
    const guest = { isGuest: true, hasContentAccess: accessible };
    expect(narrowScope(narrowTerms([['channels', 'public']]), guest)).toBe('received');
    expect(narrowScope(narrowTerms([['channels', 'web-public']]), guest)).toBe('readable');
  });
});

describe('a visitor who is not logged in', () => {
  const webPublic = ['channels', 'web-public'] as [string, string];

  it.each<[WireNarrow, boolean]>([
    [[webPublic], true],
    [[webPublic, ['channel', 'open'], ['topic', 'plans'], ['search', 'word'], ['has', 'link'], ['id', '5'], ['is', 'resolved']], true],
    [[webPublic, ['sender', 'a@x'], ['with', '5']], true],
    [[webPublic, ['in', 'home']], false],
    [[], false],
    [[['channel', 'open']], false],
    [[['channels', 'public']], false],
    [[{ operator: 'channels', operand: 'web-public', negated: true }], false],
    [[webPublic, ['is', 'starred']], false],
    [[webPublic, { operator: 'is', operand: 'unread', negated: true }], false],
    [[webPublic, ['mentions', 'a@x']], false],
  ])('may use %j: %s', (narrow, may) => {
    expect(isForSpectators(narrowTerms(narrow))).toBe(may);
  });
});

function faultOf(narrow: WireNarrow): ApiError {
  try {
    narrowTerms(narrow);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('was accepted');
}
