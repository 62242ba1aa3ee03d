import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { parameterError } from './parameter-error.js';

/** The text for the first issue of a value, as the parameter `p`. */
function textFor(schema: z.ZodType, value: unknown): string {
  const issue = schema.safeParse(value).error?.issues[0];
  if (issue === undefined) throw new Error('the value is valid');
  return parameterError('p', value, issue).msg;
}

describe('the error text of an invalid value', () => {
  it.each<[string, z.ZodType, unknown]>([
    ['p is not a string', z.string(), 1],
    ['p is not an integer', z.int(), '1'],
    ['p is not an integer', z.number(), true],
    ['p is not a boolean', z.boolean(), 'x'],
    ['p is not a list', z.array(z.int()), {}],
    ['p is not a list', z.tuple([z.int()]), {}],
    ['p is not a dict', z.object({}), []],
    ['p is not a dict', z.record(z.string(), z.int()), 1],
    ['p is not a date', z.date(), 'x'],
    ['p is not an allowed_type', z.null(), 1],
    ['p is not a string', z.string(), undefined],
    ['p is not an allowed_type', z.union([z.int(), z.boolean()]), 'x'],
  ])('of the wrong type: %s', (text, schema, value) => expect(textFor(schema, value)).toBe(text));

  it.each<[string, z.ZodType, unknown]>([
    ['p cannot be blank', z.string().min(1), ''],
    ['p is not length 4', z.string().length(4), 'abc'],
    ['p is too long (limit: 4 characters)', z.string().max(4), 'abcde'],
    ['p is too small', z.int().min(1), 0],
    ['p is too large', z.int().max(1), 2],
    ['p is too small', z.array(z.int()).min(1), []],
    ['p is too large', z.array(z.int()).max(0), [1]],
  ])('of the wrong size: %s', (text, schema, value) => expect(textFor(schema, value)).toBe(text));

  it.each<[string, z.ZodType, unknown]>([
    ['Invalid p', z.enum(['a', 'b']), 'c'],
    ['Invalid p', z.literal([1, 2]), 3],
    ['Invalid p', z.literal([1, 'all']), 'x'],
    ['p is not an integer', z.literal([1, 2]), 'x'],
    ['p has invalid format', z.uuid(), 'x'],
    ['Invalid p', z.int().refine((n) => n % 2 === 0, 'too odd'), 1],
    ['Invalid p', z.int().multipleOf(2), 1],
    ['Argument "b" at p is unexpected', z.strictObject({ a: z.int() }), { a: 1, b: 2, c: 3 }],
  ])('of a wrong value: %s', (text, schema, value) => expect(textFor(schema, value)).toBe(text));

  it.each<[string, z.ZodType, unknown]>([
    ['p["a"] field is missing', z.object({ a: z.int() }), {}],
    ['p["a"] is not an integer', z.object({ a: z.int() }), { a: null }],
    ['p[1]["name"] is not a string', z.array(z.object({ name: z.string() })), [{ name: 'x' }, { name: 5 }]],
    ['p[0]["name"] field is missing', z.array(z.object({ name: z.string() })), [{}]],
    ['p[0] is not an integer', z.array(z.literal([1, 2])), ['x']],
    ['Invalid p[0]', z.array(z.literal([1, 2])), [3]],
  ])('of a nested value names its place: %s', (text, schema, value) => expect(textFor(schema, value)).toBe(text));
});
