import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { fixtureOf, refusedByPrevious, refusedOfPrevious } from './message-fixtures.js';

const previous = z.object({ id: z.int(), color: z.enum(['red', 'blue']), note: z.string().optional(), tags: z.array(z.string()) });
const before = fixtureOf('m', previous);
const forward = (today: z.ZodType | undefined) => refusedOfPrevious('m', before, today);
const back = (today: z.ZodType) => refusedByPrevious('m', before, fixtureOf('m', today));

describe('what the previous version sends is refused', () => {
  it('if it is not declared any more', () => {
    expect(forward(undefined)).toEqual(['m is not declared any more']);
  });

  it.each([
    ['a new required field', previous.extend({ size: z.int() }), 'm: size: Invalid input: expected number, received undefined'],
    ['a field that became required', previous.required(), 'm: note: Invalid input: expected nonoptional, received undefined'],
    ['a value less', previous.extend({ color: z.enum(['red']) }), 'm: color: Invalid input: expected "red"'],
    ['another type', previous.extend({ tags: z.array(z.int()) }), 'm: tags.*: Invalid input: expected number, received string'],
  ])('for %s', (_, today, refusal) => {
    expect(forward(today)).toEqual([refusal]);
  });

  it('not for a new optional field, a new value or a field that is gone', () => {
    for (const today of [
      previous.extend({ size: z.int().optional() }),
      previous.extend({ size: z.int().default(1) }),
      previous.extend({ color: z.enum(['red', 'blue', 'green']) }),
      previous.omit({ note: true }),
    ]) {
      expect(forward(today)).toEqual([]);
    }
  });
});

describe('what this version sends is refused by the previous one', () => {
  it.each([
    ['a field that is gone', previous.omit({ id: true }), "m: the previous version refuses it: must have required property 'id'"],
    [
      'a new value',
      previous.extend({ color: z.enum(['red', 'blue', 'green']) }),
      'm: the previous version refuses color: must be equal to one of the allowed values',
    ],
    ['another type', previous.extend({ id: z.string() }), 'm: the previous version refuses id: must be integer'],
  ])('for %s', (_, today, refusal) => {
    expect(back(today)).toEqual([refusal]);
  });

  it('not for a new field or a value less', () => {
    expect(back(previous.extend({ size: z.int() }))).toEqual([]);
    expect(back(previous.extend({ color: z.enum(['red']) }))).toEqual([]);
  });
});

describe('the samples of a message', () => {
  const samples = (schema: z.ZodType) => fixtureOf('m', schema).samples;

  it('begin with the smallest, and have each field and each alternative', () => {
    expect(before.samples).toEqual([
      { id: 1, color: 'red', tags: [] },
      { id: 1, color: 'red', note: 'text', tags: [] },
      { id: 1, color: 'blue', tags: ['text'] },
    ]);
    expect(samples(z.union([z.null(), z.object({ a: z.literal('x') })]))).toEqual([null, { a: 'x' }]);
  });

  it('end in a schema that contains itself', () => {
    const tree = z.object({
      name: z.string(),
      get children() {
        return z.array(tree);
      },
    });
    expect(samples(tree).length).toBeGreaterThan(1);
  });

  it('are not made if the rule of a field is not known', () => {
    expect(() => samples(z.object({ a: z.string().refine((text) => text === 'secret') }))).toThrow('No valid sample of m can be made');
  });
});
