import type { MarkdownIt, StateCore, StateInline, Token } from 'markdown-it';

/**
 * `[text](address)`. The address must be absolute with a safe scheme, or within the organization: `/path`, `#fragment`, `user_uploads/...`.
 * `example.com/x` without a scheme is a web address. A web address may contain spaces. A link with another scheme stays text, and so does
 * one whose text is blank, because it would be invisible.
 */
export function links(md: MarkdownIt): void {
  const encode = md.normalizeLink;
  md.normalizeLink = (address) => encode(completed(address.trim()));
  md.validateLink = isSafe;
  md.inline.ruler.before('link', 'blank_link', blankLinkRule);
  md.inline.ruler.after('link', 'link_with_spaces', linkWithSpacesRule);
  md.core.ruler.push('link_without_text', (state) => {
    for (const token of state.tokens) {
      if (token.children?.some(isWithoutText)) {
        token.children = token.children.flatMap((child, index, all) => withText(state, child, index, all));
      }
    }
  });
}

const blankLabel = /\[(?:[\s\p{Default_Ignorable_Code_Point}]|&(?:nbsp|ensp|emsp|thinsp|zwnj|zwj|#0*160|#x0*a0);)+\]\(/iuy;

function blankLinkRule(state: StateInline, isProbe: boolean): boolean {
  if (state.src[state.pos] !== '[') return false;
  blankLabel.lastIndex = state.pos;
  if (!blankLabel.test(state.src)) return false;
  if (!isProbe) state.pending += '[';
  state.pos += 1;
  return true;
}

const addressWithSpaces = /\]\( *(https?:\/\/[^\s()<>"']+(?: +[^\s()<>"']+)+) *\)/iy;

function linkWithSpacesRule(state: StateInline, isProbe: boolean): boolean {
  if (state.src[state.pos] !== '[' || !state.src.includes('](http', state.pos)) return false;
  const { pos, posMax } = state;
  const labelEnd = state.md.helpers.parseLinkLabel(state, pos, true);
  addressWithSpaces.lastIndex = labelEnd;
  const [whole = '', address = ''] = (labelEnd < 0 ? null : addressWithSpaces.exec(state.src)) ?? [];
  if (address === '' || labelEnd + whole.length > posMax) return false;
  if (!isProbe) {
    state.pos = pos + 1;
    state.posMax = labelEnd;
    state.push('link_open', 'a', 1).attrs = [['href', state.md.normalizeLink(address)]];
    state.linkLevel += 1;
    state.md.inline.tokenize(state);
    state.linkLevel -= 1;
    state.push('link_close', 'a', -1);
  }
  state.pos = labelEnd + whole.length;
  state.posMax = posMax;
  return true;
}

function isWithoutText(token: Token, index: number, all: readonly Token[]): boolean {
  return token.type === 'link_open' && all[index + 1]?.type === 'link_close';
}

/** `[](address)` displays its address. */
function withText(state: StateCore, token: Token, index: number, all: readonly Token[]): Token[] {
  if (!isWithoutText(token, index, all)) return [token];
  const text = new state.Token('text', '', 0);
  text.content = String(token.attrGet('href'));
  return [token, text];
}

const safeSchemes = new Set(['http', 'https', 'mailto', 'ftp', 'tel', 'sms', 'news', 'xmpp', 'irc', 'ircs']);

function isSafe(address: string): boolean {
  const scheme = schemeOf(address);
  return scheme === undefined || safeSchemes.has(scheme);
}

/** Browsers ignore control characters and white space before and in a scheme, so they are removed before the check. */
function schemeOf(address: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters browsers leave out
  return /^([^/?#:]*):/.exec(address.replace(/[\u0000-\u0020\u007f-\u00a0]/g, ''))?.[1]?.toLowerCase();
}

function completed(address: string): string {
  if (address === '' || /^[/#?]/.test(address) || schemeOf(address) !== undefined) return address;
  if (address.startsWith('user_uploads/')) return `/${address}`;
  return address.includes('@') && !address.includes('/') ? `mailto:${address}` : `http://${address}`;
}
