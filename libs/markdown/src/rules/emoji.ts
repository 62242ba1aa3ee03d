import type { MarkdownIt, StateCore, StateInline, Token } from 'markdown-it';
import type { UnicodeEmoji } from '../emoji/emoji-table.js';
import { emoticons as emoticonNames } from '../emoji/emoticons.js';
import { extraEmoji } from '../emoji/extra-emoji.js';
import { unicodeEmojiCode, unicodeEmojiOf } from '../emoji/unicode-emoji.js';
import { escapeHtml } from '../escape-html.js';
import { emojiNameAt } from '../named-syntax.js';
import { type Rendering, renderingOf } from '../rendering.js';
import { Slot } from '../slot.js';
import { type Replacement, replaceInText } from './replace-in-text.js';

/**
 * `:tada:`, the character itself, and, if the sender enabled it, `:)`:
 *
 * - unicode: `<span aria-label="tada" class="emoji emoji-1f389" role="img" title="tada">:tada:</span>`
 * - custom and extra: `<img alt=":name:" class="emoji" src="..." title="name">`
 *
 * A name is looked up among the organization's custom emoji, then the extra ones, then unicode.
 */
export function emoji(md: MarkdownIt): void {
  md.inline.ruler.after('linkify', 'emoji_name', emojiNameRule);
  md.core.ruler.push('emoji_characters', (state) => {
    const rendering = renderingOf(state.env);
    const find = (text: string) => (mayHoldEmoji.test(text) ? emojiCharacters(state, rendering, text) : []);
    replaceInText(state, find, { withinLinks: true, asWords: false });
  });
  md.core.ruler.push('emoticons', (state) => {
    if (!renderingOf(state.env).translateEmoticons) return;
    const find = (text: string) => (mayHoldEmoticon.test(text) ? emoticonsIn(state, text) : []);
    replaceInText(state, find, { withinLinks: false, asWords: true });
  });
  md.renderer.rules.emoji = (tokens, index, _options, environment) => {
    const token = tokens[index];
    const drawn = token && slot.get(token);
    if (drawn === undefined) return '';
    return renderingOf(environment).mayDrawEmoji() ? renderEmoji(drawn) : escapeHtml(token?.content ?? '');
  };
}

type Emoji = { name: string } & ({ code: string } | { imageUrl: string });

const slot = new Slot<Token, Emoji>();

function emojiNameRule(state: StateInline, isProbe: boolean): boolean {
  if (state.src[state.pos] !== ':') return false;
  const name = emojiNameAt(state.src, state.pos);
  const length = (name?.length ?? 0) + 2;
  if (name === undefined || state.pos + length > state.posMax) return false;
  const found = findEmoji(renderingOf(state.env), name);
  if (found === undefined) return false;
  if (!isProbe) {
    const token = state.push('emoji', 'span', 0);
    token.content = `:${name}:`;
    slot.set(token, found);
  }
  state.pos += length;
  return true;
}

function findEmoji(rendering: Rendering, name: string): Emoji | undefined {
  const image = rendering.customEmoji(name) ?? extraEmoji.get(name);
  if (image !== undefined) return { name, imageUrl: image.imageUrl };
  const code = unicodeEmojiCode(name);
  return code === undefined ? undefined : { name, code };
}

/** Each emoji contains a character of this range: a picture or a selector. Most texts have none. */
const mayHoldEmoji = /[\u2000-\uFFFF]/;

/** Optional characters after a picture: the emoji variation selector, a skin tone, tags. */
const parts = String.raw`(?:[\uFE0F\p{EMod}]|[\u{E0020}-\u{E007F}])*`;

/**
 * Characters that can be an emoji: a keycap, a flag, or joined pictures, each with or without the selector fe0f. Text symbols
 * such as `©`, `™` and `↔` require the selector. Characters followed by the text selector fe0e are text.
 */
const emojiCandidate = new RegExp(
  [
    String.raw`[0-9#*]\uFE0F?\u20E3`,
    String.raw`\p{RI}\p{RI}`,
    String.raw`(?!\p{RI})(?:\p{Emoji_Presentation}|\p{Emoji}(?=\uFE0F)|(?![0-9#*©®™ℹ\u2190-\u21FF])\p{Emoji})(?!\uFE0E)${parts}(?:\u200D\p{Emoji}${parts})*`,
  ].join('|'),
  'gu',
);

/** Code points of the longest emoji, with some reserve. In longer chains each picture is separate. */
const MAX_EMOJI_LENGTH = 16;
const JOINER = '\u200D';

function* emojiCharacters(state: StateCore, rendering: Rendering, text: string): Iterable<Replacement> {
  for (const { 0: candidate, index } of text.matchAll(emojiCandidate)) {
    const pictures = candidate.split(JOINER);
    const isChain = candidate.length > 2 * MAX_EMOJI_LENGTH;
    let start = index;
    for (let first = 0; first < pictures.length; ) {
      const rest = pictures.slice(first, isChain ? first + 1 : undefined);
      const known = longestEmoji(rest);
      if (known !== undefined) {
        // Those in front of it are drawn first, so this one never would be.
        if (!rendering.mayFindEmoji()) return;
        yield replacement(state, start, known.characters, known.drawn);
      }
      const taken = known?.pictures ?? 1;
      start += pictures.slice(first, first + taken).join(JOINER).length + JOINER.length;
      first += taken;
    }
  }
}

/** The longest emoji at the beginning of the joined pictures; at least the first without its skin tone. */
function longestEmoji(pictures: readonly string[]): { drawn: UnicodeEmoji; characters: string; pictures: number } | undefined {
  for (let length = pictures.length; length > 0; length -= 1) {
    const characters = pictures.slice(0, length).join(JOINER);
    const drawn = unicodeEmojiOf(characters);
    if (drawn !== undefined) return { drawn, characters, pictures: length };
  }
  const bare = String.fromCodePoint(pictures[0]?.codePointAt(0) ?? 0);
  return bare === pictures[0] || bare === '\0' ? undefined : longestEmoji([bare]);
}

/** Between spaces or at an end of the text; punctuation may follow. Otherwise `http://` and `(a:b)` would become faces. */
const emoticon = new RegExp(
  `(?<![^\\s])(?:${[...emoticonNames.keys()].map((face) => face.replace(/[()|/]/g, '\\$&')).join('|')})(?=[\\s.,;!?]|$)`,
  'g',
);

const mayHoldEmoticon = /[:;<]/;

function* emoticonsIn(state: StateCore, text: string): Iterable<Replacement> {
  for (const { 0: face, index } of text.matchAll(emoticon)) {
    const name = emoticonNames.get(face);
    const code = name && unicodeEmojiCode(name);
    if (name !== undefined && code !== undefined) yield replacement(state, index, face, { name, code });
  }
}

function replacement(state: StateCore, start: number, text: string, drawn: Emoji): Replacement {
  const token = new state.Token('emoji', 'span', 0);
  token.content = text;
  slot.set(token, drawn);
  return { start, end: start + text.length, tokens: [token] };
}

function renderEmoji(drawn: Emoji): string {
  const title = escapeHtml(drawn.name.replaceAll('_', ' '));
  const text = escapeHtml(`:${drawn.name}:`);
  return 'code' in drawn
    ? `<span aria-label="${title}" class="emoji emoji-${drawn.code}" role="img" title="${title}">${text}</span>`
    : `<img alt="${text}" class="emoji" src="${escapeHtml(drawn.imageUrl)}" title="${title}">`;
}
