import { describe, expect, it } from '@jest/globals';
import { clientEmojiTable } from './client-emoji-table.js';
import { emoticons } from './emoticons.js';
import { codeOfUnicodeEmoji, unicodeEmojiCode, unicodeEmojiNames, unicodeEmojiNamesByCode } from './unicode-emoji.js';

describe('the table of unicode emoji', () => {
  it('has the names of stock clients, in their order', () => {
    const lines = clientEmojiTable.trim().split('\n');
    const ours = lines.map((line) => {
      const [code = '', ...names] = line.split(' ');
      return [code, ...unicodeEmojiNames(code).slice(0, names.length)].join(' ');
    });
    expect(lines).toHaveLength(1_816);
    expect(ours).toEqual(lines);
  });

  it('assigns each name to one emoji, which lists it', () => {
    for (const [code, names] of unicodeEmojiNamesByCode()) {
      for (const name of names) expect([name, unicodeEmojiCode(name)]).toEqual([name, code]);
    }
  });

  it('formats codes as clients do', () => {
    for (const code of unicodeEmojiNamesByCode().keys()) expect(code).toMatch(/^[0-9a-f]{4,6}(-[0-9a-f]{4,6})*$/);
    expect([...unicodeEmojiNamesByCode().keys()].filter((code) => code.includes('fe0f'))).toEqual([]);
  });

  it('assigns a name to the same emoji as stock clients, even if other tables differ', () => {
    expect(['dog', 'cat', 'email', 'sunset', 'time_ticking', 'sad'].map(unicodeEmojiCode)).toEqual([
      '1f415',
      '1f408',
      '2709',
      '1f306',
      '23f3',
      '2639',
    ]);
  });

  it('contains all common emoji', () => {
    expect(unicodeEmojiNamesByCode().size).toBeGreaterThan(3_000);
    expect(['tada', 'octopus', 'rocket', 'eyes', 'working_on_it', '100'].map(unicodeEmojiCode)).toEqual([
      '1f389',
      '1f419',
      '1f680',
      '1f440',
      '1f6e0',
      '1f4af',
    ]);
  });

  it('contains every emoticon', () => {
    for (const name of emoticons.values()) expect([name, typeof unicodeEmojiCode(name)]).toEqual([name, 'string']);
  });

  it.each([
    ['🎉', '1f389'],
    ['❤️', '2764'],
    ['#️⃣', '0023-20e3'],
    ['👍🏽', '1f44d-1f3fd'],
  ])('knows %s as %s', (characters, code) => {
    expect(codeOfUnicodeEmoji(characters)).toBe(code);
    expect(unicodeEmojiNames(code)).not.toEqual([]);
  });
});
