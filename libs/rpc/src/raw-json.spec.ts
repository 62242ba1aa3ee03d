import { expect, it } from '@jest/globals';
import { RawJson } from './raw-json.js';

const parsed = (text: RawJson): unknown => JSON.parse(String(text));

it('serialized JSON becomes part of an object as if it were its value', () => {
  const people = RawJson.of([{ name: 'Zoë "Z"' }]);
  expect(parsed(RawJson.object({ count: 1, people, left: undefined, none: RawJson.of(null) }))).toEqual({
    count: 1,
    people: [{ name: 'Zoë "Z"' }],
    none: null,
  });
  expect(parsed(RawJson.object({ people }))).toEqual({ people: [{ name: 'Zoë "Z"' }] });
});

it('a field that is serialized already appears once, and the object can be merged with others', () => {
  const object = RawJson.object({ count: 1, people: RawJson.of([1]) });
  expect(String(object)).toBe('{"count":1,"people":[1]}');
  expect(String(RawJson.merged([object, RawJson.of({ last: true })]))).toBe('{"count":1,"people":[1],"last":true}');
});

it('objects are merged into one, also empty ones', () => {
  expect(parsed(RawJson.merged([RawJson.of({}), RawJson.of({ a: 1 }), RawJson.of({}), RawJson.of({ b: {}, c: [] })]))).toEqual({
    a: 1,
    b: {},
    c: [],
  });
  expect(parsed(RawJson.merged([]))).toEqual({});
});

it('the only field of an object is extracted, and an object with other fields is rejected', () => {
  expect(parsed(RawJson.of({ fields: { a: [1] } }).only('fields'))).toEqual({ a: [1] });
  expect(() => RawJson.of({ other: 1 }).only('fields')).toThrow('not an object with the field fields alone');
});

it('lists are concatenated', () => {
  expect(parsed(RawJson.concatenated([RawJson.of([1]), RawJson.of([]), RawJson.of([{ a: [2] }, 3])]))).toEqual([1, { a: [2] }, 3]);
  expect(parsed(RawJson.concatenated([]))).toEqual([]);
});

it('a value is replaced in place, and must exist', () => {
  const list = RawJson.of([{ id: 1 }, { id: 2, name: 'é' }, { id: 3 }]);
  expect(parsed(list.replaced(RawJson.of({ id: 2, name: 'é' }), RawJson.of({ id: 2, email: 'z' })))).toEqual([
    { id: 1 },
    { id: 2, email: 'z' },
    { id: 3 },
  ]);
  expect(parsed(list.replaced(list, RawJson.of([])))).toEqual([]);
  expect(() => list.replaced(RawJson.of({ id: 4 }), RawJson.of({}))).toThrow('not there');
});
