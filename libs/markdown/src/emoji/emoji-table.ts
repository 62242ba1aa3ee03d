import { createRequire } from 'node:module';
import { clientEmojiTable } from './client-emoji-table.js';

/** In this order, so that the first name of an emoji unknown to stock clients is the most common one. */
const nameSets = ['github', 'emojibase', 'iamcal', 'joypixels', 'cldr'];

export interface UnicodeEmoji {
  readonly code: string;
  /** The one that clients show first. */
  readonly name: string;
}

export interface EmojiTable {
  readonly codes: ReadonlyMap<string, string>;
  readonly names: ReadonlyMap<string, readonly string[]>;
  /** By the characters without variation selectors. */
  readonly drawn: ReadonlyMap<string, UnicodeEmoji>;
}

/**
 * The unicode emoji by name and by code. A code is the lower-case hex of the code points joined by `-`, each of at least four digits,
 * without the variation selector fe0f: `1f389`, `0023-20e3`. An emoji may have many names; a name belongs to one emoji.
 *
 * The table of stock clients takes precedence, so that names mean the same here and there. emojibase-data adds names and emoji
 * that it lacks.
 */
export function readEmojiTable(): EmojiTable {
  const codes = new Map<string, string>();
  const names = new Map<string, string[]>();
  const add = (code: string, name: string) => {
    if (codes.has(name)) return;
    codes.set(name, code);
    const given = names.get(code);
    if (given === undefined) names.set(code, [name]);
    else given.push(name);
  };
  for (const line of clientEmojiTable.split('\n')) {
    const [code = '', ...given] = line.split(' ');
    for (const name of given) add(code, name);
  }
  for (const set of nameSets) {
    for (const [hexcode, given] of Object.entries(readNameSet(set))) {
      const code = hexcode.toLowerCase().replaceAll('-fe0f', '');
      for (const name of [given].flat()) add(code, name);
    }
  }
  return { codes, names, drawn: new Map(Array.from(names, ([code, [name = '']]) => [charactersOf(code), { code, name }])) };
}

function charactersOf(code: string): string {
  return String.fromCodePoint(...code.split('-').map((hex) => Number.parseInt(hex, 16)));
}

/** With require, because importing JSON is experimental in Node 20 and prints a warning. */
function readNameSet(set: string): Readonly<Record<string, string | string[]>> {
  return createRequire(import.meta.url)(`emojibase-data/en/shortcodes/${set}.json`);
}
