import type { MarkdownIt, StateCore, Token } from 'markdown-it';

/**
 * `[text](address)`. The address is absolute with a safe scheme, or within the organization: `/path`, `#fragment`, `user_uploads/...`.
 * A scheme-less `example.com/x` is taken for a web address. Text with any other scheme stays text.
 */
export function links(md: MarkdownIt): void {
  const encode = md.normalizeLink;
  md.normalizeLink = (address) => encode(completed(address.trim()));
  md.validateLink = isSafe;
  md.core.ruler.push('link_without_text', (state) => {
    for (const token of state.tokens) {
      if (token.children !== null) token.children = token.children.flatMap((child, index, all) => withText(state, child, all[index + 1]));
    }
  });
}

/** `[](address)` shows its address. */
function withText(state: StateCore, token: Token, next: Token | undefined): Token[] {
  if (token.type !== 'link_open' || next?.type !== 'link_close') return [token];
  const text = new state.Token('text', '', 0);
  text.content = String(token.attrGet('href'));
  return [token, text];
}

const safeSchemes = new Set(['http', 'https', 'mailto', 'ftp', 'tel', 'news', 'xmpp', 'irc', 'ircs']);

function isSafe(address: string): boolean {
  const scheme = schemeOf(address);
  return scheme === undefined || safeSchemes.has(scheme);
}

/** A browser ignores control characters and white space in front of and within a scheme, so we must not be fooled by them either. */
function schemeOf(address: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters browsers leave out
  return /^([^/?#:]*):/.exec(address.replace(/[\u0000-\u0020\u007f-\u00a0]/g, ''))?.[1]?.toLowerCase();
}

function completed(address: string): string {
  if (address === '' || /^[/#?]/.test(address) || schemeOf(address) !== undefined) return address;
  if (address.startsWith('user_uploads/')) return `/${address}`;
  return address.includes('@') && !address.includes('/') ? `mailto:${address}` : `http://${address}`;
}
