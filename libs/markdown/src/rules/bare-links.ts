import type { MarkdownIt, StateCore, StateInline, Token } from 'markdown-it';
import { isWellKnownDomain } from '../well-known-domains.js';
import { type Replacement, replaceInText } from './replace-in-text.js';

/**
 * Addresses in text: `https://...`, `www.example.com`, `example.com/path` of a well-known domain, `someone@example.com`. They are displayed as
 * typed. Trailing punctuation is excluded and parentheses are kept in pairs. Names like `main.py` are not addresses.
 */
export function bareLinks(md: MarkdownIt): void {
  md.inline.ruler.at('linkify', addressRule);
  md.core.ruler.at('linkify', (state) => replaceInText(state, (text) => namesIn(state, text), { withinLinks: false, asWords: true }));
}

const MAX_ADDRESS = 2_000;
/** Maximum nesting of brackets in an address. */
const MAX_BRACKETS = 12;

/** The scheme precedes the position of the rule, which begins at `://`, where text is interrupted. */
const schemeForm = /(?:https?|ftp)$/i;
const hostForm = /:\/\/(?=[\p{L}\p{N}_])[\p{L}\p{N}_.:@%~+-]+/uy;
const wordCharacter = /[\p{L}\p{N}_]$/u;

function addressRule(state: StateInline, isProbe: boolean): boolean {
  if (state.linkLevel > 0 || !state.src.startsWith('://', state.pos)) return false;
  const before = state.src.slice(Math.max(0, state.pos - 7), state.pos);
  const scheme = schemeForm.exec(before)?.[0];
  if (scheme === undefined || wordCharacter.test(before.slice(0, -scheme.length))) return false;
  if (!isProbe && !state.pending.endsWith(scheme)) return false;
  hostForm.lastIndex = state.pos;
  const host = hostForm.exec(state.src)?.[0].replace(/[.:@]+$/, '');
  if (host === undefined) return false;
  const limit = Math.min(state.posMax, state.pos + MAX_ADDRESS);
  const end = endOfAddress(state.src, Math.min(state.pos + host.length, limit), limit, closedBy(state));
  const address = state.src.slice(state.pos - scheme.length, end);
  const href = state.md.normalizeLink(address);
  if (end <= state.pos + '://'.length || !state.md.validateLink(href)) return false;
  if (!isProbe) {
    state.pending = state.pending.slice(0, -scheme.length);
    const open = state.push('link_open', 'a', 1);
    open.attrs = [['href', href]];
    open.info = 'auto';
    state.push('text', '', 0).content = address;
    state.push('link_close', 'a', -1);
  }
  state.pos = end;
  return true;
}

/** Markers of open emphasis, which end an address. */
function closedBy(state: StateInline): string {
  return [...new Set(state.delimiters.flatMap(({ open, marker }) => (open ? [String.fromCharCode(marker)] : [])))].join('');
}

const SENTENCE_MARKS = '!:;?,.\'"';

/** The end of an address whose host ends at `from`: before white space, an unpaired bracket, and trailing punctuation. */
function endOfAddress(source: string, from: number, limit: number, closing: string): number {
  let end = from;
  if (end < limit && /[/?#]/.test(source.charAt(end))) end = endOfPath(source, end, limit);
  while (end > 0 && (SENTENCE_MARKS.includes(source.charAt(end - 1)) || closing.includes(source.charAt(end - 1)))) end -= 1;
  return end;
}

function endOfPath(source: string, start: number, limit: number): number {
  const open: { sign: string; position: number }[] = [];
  let end = start;
  for (; end < limit && !/[\s\p{Cc}<>"`]/u.test(source.charAt(end)); end += 1) {
    const sign = source.charAt(end);
    if (sign === '(' || sign === '[') open.push({ sign, position: end });
    if (open.length > MAX_BRACKETS) break;
    if (sign !== ')' && sign !== ']') continue;
    if (open.at(-1)?.sign !== (sign === ')' ? '(' : '[')) break;
    open.pop();
  }
  return open[0]?.position ?? end;
}

/** `someone@example.com`, `www.example.com` or `example.com`, at a position where such a name may begin. */
const nameForm =
  /(?<![^\s'"(,:<[{])(?:(?<email>(?:mailto:)?[\p{L}\p{N}_.+-]{1,100}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24})|(?<domain>(?:[\p{L}\p{N}_-]{1,63}\.){1,8}[\p{L}\p{N}-]{1,63}))/gu;

/** Text that may follow such a name, up to white space or the end. */
const afterName = /[!:;?),.'"\]>}]*(?:\s|$)/y;

function* namesIn(state: StateCore, text: string): Iterable<Replacement> {
  if (!text.includes('.')) return;
  for (const { 0: name, index, groups } of text.matchAll(nameForm)) {
    const isEmail = groups?.email !== undefined;
    if (!isEmail && !isDomain(name)) continue;
    let end = index + name.length;
    const limit = Math.min(text.length, index + MAX_ADDRESS);
    const isWww = /^www\./i.test(name);
    if (!isEmail && (text[end] === '/' || isWww)) end = endOfAddress(text, end, limit, '');
    afterName.lastIndex = end;
    if (!isWww && !afterName.test(text)) continue;
    const address = text.slice(index, end);
    const href = state.md.normalizeLink(isEmail ? `mailto:${address.replace(/^mailto:/, '')}` : `http://${address}`);
    if (state.md.validateLink(href)) yield { start: index, end, tokens: link(state, address, href) };
  }
}

function isDomain(name: string): boolean {
  return /^www\./i.test(name) || (isWellKnownDomain(name) && /\p{L}[^.]*\.[^.]*$/u.test(name));
}

function link(state: StateCore, text: string, href: string): Token[] {
  const open = new state.Token('link_open', 'a', 1);
  open.attrs = [['href', href]];
  open.info = 'auto';
  const shown = new state.Token('text', '', 0);
  shown.content = text;
  return [open, shown, new state.Token('link_close', 'a', -1)];
}
