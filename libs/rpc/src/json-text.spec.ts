import { expect, it } from '@jest/globals';
import { JsonText } from './json-text.js';

const parsed = (text: JsonText): unknown => JSON.parse(String(text));

it('serialized JSON becomes part of an object as if it were its value', () => {
  const people = JsonText.of([{ name: 'Zoë "Z"' }]);
  expect(parsed(JsonText.object({ count: 1, people, left: undefined, none: JsonText.of(null) }))).toEqual({
    count: 1,
    people: [{ name: 'Zoë "Z"' }],
    none: null,
  });
  expect(parsed(JsonText.object({ people }))).toEqual({ people: [{ name: 'Zoë "Z"' }] });
});

it('objects are merged into one, also empty ones', () => {
  expect(parsed(JsonText.merged([JsonText.of({}), JsonText.of({ a: 1 }), JsonText.of({}), JsonText.of({ b: {}, c: [] })]))).toEqual({
    a: 1,
    b: {},
    c: [],
  });
  expect(parsed(JsonText.merged([]))).toEqual({});
});

it('the only field of an object is extracted, and an object with other fields is rejected', () => {
  expect(parsed(JsonText.of({ fields: { a: [1] } }).only('fields'))).toEqual({ a: [1] });
  expect(() => JsonText.of({ other: 1 }).only('fields')).toThrow('not an object with the field fields alone');
});

it('lists are concatenated', () => {
  expect(parsed(JsonText.concatenated([JsonText.of([1]), JsonText.of([]), JsonText.of([{ a: [2] }, 3])]))).toEqual([1, { a: [2] }, 3]);
  expect(parsed(JsonText.concatenated([]))).toEqual([]);
});

it('a value is replaced in place, and must exist', () => {
  const list = JsonText.of([{ id: 1 }, { id: 2, name: 'é' }, { id: 3 }]);
  expect(parsed(list.replaced(JsonText.of({ id: 2, name: 'é' }), JsonText.of({ id: 2, email: 'z' })))).toEqual([
    { id: 1 },
    { id: 2, email: 'z' },
    { id: 3 },
  ]);
  expect(() => list.replaced(JsonText.of({ id: 4 }), JsonText.of({}))).toThrow('not there');
});
