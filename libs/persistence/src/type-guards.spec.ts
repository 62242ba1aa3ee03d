import { describe, expect, it } from '@jest/globals';
import { type Guard, hasShape, isBoolean, isJsonInt, isListOf, isNullOr, isOneOf, isRecordOf, isText } from './type-guards.js';

const isPerson = hasShape({
  id: isJsonInt,
  name: isText,
  role: isOneOf([100, 400]),
  isBot: isBoolean,
  ownerId: isNullOr(isJsonInt),
  groupIds: isListOf(isJsonInt),
  counts: isRecordOf(isJsonInt),
});
const zoe = { id: 7, name: 'zoe', role: 400, isBot: false, ownerId: null, groupIds: [1, 2], counts: { a: 1 } };

describe('type guards', () => {
  it('accept a value of their type, with further properties', () => {
    expect(isPerson({ ...zoe, ownerId: 8, groupIds: [], counts: {}, extra: true })).toBe(true);
  });

  it.each<[string, unknown]>([
    ['is not an object', null],
    ['is a list', [zoe]],
    ['lacks a property', { ...zoe, name: undefined }],
    ['has a text in place of an integer', { ...zoe, id: '7' }],
    ['has an integer that a number cannot hold', { ...zoe, id: 2 ** 60 }],
    ['has an integer in place of a text', { ...zoe, name: 7 }],
    ['has an unknown role', { ...zoe, role: 500 }],
    ['has an integer in place of a boolean', { ...zoe, isBot: 0 }],
    ['has a text in place of null', { ...zoe, ownerId: '' }],
    ['has a list with a faulty element', { ...zoe, groupIds: [1, null] }],
    ['has null in place of a list', { ...zoe, groupIds: null }],
    ['has a record with a faulty value', { ...zoe, counts: { a: 'x' } }],
  ])('reject a value that %s', (_, value) => {
    const guard: Guard<unknown> = isPerson;
    expect(guard(value)).toBe(false);
  });
});
