import { describe, expect, it } from '@jest/globals';
import { clientEmojiTable } from './client-emoji-table.js';
import { readEmojiTable } from './emoji-table.js';

describe('the table of unicode emoji', () => {
  const { codes, names, drawn } = readEmojiTable();

  it('begins with the emoji of stock clients, in their order, each with their names first', () => {
    const lines = clientEmojiTable.trim().split('\n');
    const first = [...names].slice(0, lines.length).map(([code, given], index) => {
      const known = lines[index]?.split(' ').length ?? 0;
      return [code, ...given.slice(0, known - 1)].join(' ');
    });
    expect(first).toEqual(lines);
  });

  it.each([
    ['a name of stock clients', 'tada', '1f389'],
    ['a name that means another emoji in other tables', 'time_ticking', '23f3'],
    ['a name with signs', '+1', '1f44d'],
    ['a name with a hyphen', '-1', '1f44e'],
    ['a name from another table', 'camel', '1f42b'],
    ['an emoji whose code has a variation selector elsewhere', 'hash', '0023-20e3'],
    ['an emoji with a skin tone', '+1_tone3', '1f44d-1f3fd'],
    ['no such name', 'no_such_name', undefined],
  ])('%s', (_, name, code) => {
    expect(codes.get(name)).toBe(code);
  });

  it('lists each name once, at its own emoji', () => {
    const listed = [...names].flatMap(([code, given]) => given.map((name): [string, string] => [name, code]));
    expect(listed).toHaveLength(codes.size);
    expect(new Map(listed)).toEqual(codes);
  });

  it('takes no names from other tables that cannot stand between colons', () => {
    const ofClients = new Set(clientEmojiTable.trim().split(/\s/));
    const added = [...codes.keys()].filter((name) => !ofClients.has(name));
    expect(added.length).toBeGreaterThan(1_000);
    expect(added.filter((name) => !/^[a-z0-9_+-]+$/i.test(name))).toEqual([]);
  });

  it('has lower-case codes without variation selectors', () => {
    expect([...names.keys()].filter((code) => !/^[0-9a-f]{4,6}(-[0-9a-f]{4,6})*$/.test(code) || code.includes('fe0f'))).toEqual([]);
  });

  it.each([
    ['🎉', '1f389', 'tada'],
    ['\u2764', '2764', 'heart'],
    ['#\u20e3', '0023-20e3', 'hash'],
    ['👍🏽', '1f44d-1f3fd', '+1_tone3'],
  ])('finds %s by its characters', (characters, code, name) => {
    expect(drawn.get(characters)).toEqual({ code, name });
  });

  it('finds each emoji by its characters', () => {
    expect(drawn.size).toBe(names.size);
    expect([...drawn.values()].map(({ code, name }) => [code, name])).toEqual([...names].map(([code, [name]]) => [code, name]));
  });
});
