import { describe, expect, it } from '@jest/globals';
import { Prisma } from './generated/client.js';
import { literal, withLiterals } from './literals.js';

describe('a literal', () => {
  it.each([
    [null, 'NULL'],
    [undefined, 'NULL'],
    [7, "'7'"],
    [2n ** 60n, "'1152921504606846976'"],
    [true, "'true'"],
    ["it's", "'it''s'"],
    ['a \\ b', " E'a \\\\ b'"],
    [new Date('2026-11-22T23:59:59.250Z'), "'2026-11-22T23:59:59.250Z'"],
    [Buffer.from([0, 255]), " E'\\\\x00ff'"],
    [[1, 2], `'{"1","2"}'`],
    [['a "b", {c}', null], ` E'{"a \\\\"b\\\\", {c}",NULL}'`],
  ])('of %p is %s', (value, text) => {
    expect(literal(value)).toBe(text);
  });

  it('of a type that is not supported, or with a null character, is refused', () => {
    expect(() => literal({ a: 1 })).toThrow('not supported');
    expect(() => literal('a\0b')).toThrow('null character');
    expect(() => literal(['\0'])).toThrow('null character');
  });
});

it('a statement has its values in the text, in order', () => {
  const inner = Prisma.sql`id = ${5}`;
  expect(withLiterals(Prisma.sql`SELECT ${'a $1'}::text WHERE ${inner}`)).toBe("SELECT 'a $1'::text WHERE id = '5'");
});
