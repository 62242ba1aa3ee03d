import { type EmojiTable, readEmojiTable, type UnicodeEmoji } from './emoji-table.js';

/** The code of an emoji by any of its names. */
export function unicodeEmojiCode(name: string): string | undefined {
  return table().codes.get(name);
}

/** All names of an emoji, the one that clients show first. */
export function unicodeEmojiNames(code: string): readonly string[] {
  return table().names.get(code) ?? [];
}

/** `{ "1f389": ["tada", ...] }` with every known emoji, as clients load it from `server_emoji_data_url`. */
export function unicodeEmojiNamesByCode(): ReadonlyMap<string, readonly string[]> {
  return table().names;
}

/** The emoji that these characters draw, with or without variation selectors. */
export function unicodeEmojiOf(characters: string): UnicodeEmoji | undefined {
  return table().drawn.get(characters.includes(SELECTOR) ? characters.replaceAll(SELECTOR, '') : characters);
}

export function codeOfUnicodeEmoji(characters: string): string {
  return Array.from(characters, (character) => (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0'))
    .filter((hex) => hex !== 'fe0f')
    .join('-');
}

const SELECTOR = '\uFE0F';

let known: EmojiTable | undefined;

/** Loaded on first use, because most processes never need it. */
function table(): EmojiTable {
  known ??= readEmojiTable();
  return known;
}
