import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import type { LinkifierMatch } from '../linkifiers.js';
import { renderingOf } from '../rendering.js';
import { replaceInText } from './replace-in-text.js';

/** The organization's linkifiers: `#123` becomes `<a href="https://tracker.example.com/123">#123</a>`. */
export function linkifyPatterns(md: MarkdownIt): void {
  md.core.ruler.push('linkify_patterns', (state) => {
    const rendering = renderingOf(state.env);
    const { linkifiers } = rendering;
    if (linkifiers === undefined) return;
    const find = (text: string) =>
      linkifiers
        .find(text, (work) => rendering.mayLinkify(work))
        .filter(({ url }) => md.validateLink(url))
        .map((match) => ({ start: match.start, end: match.end, tokens: link(state, match, md.normalizeLink(match.url)) }));
    replaceInText(state, find, { withinLinks: false, asWords: true });
  });
}

function link(state: StateCore, { text }: LinkifierMatch, href: string): Token[] {
  const open = new state.Token('link_open', 'a', 1);
  open.attrs = [['href', href]];
  open.info = 'auto';
  const shown = new state.Token('text', '', 0);
  shown.content = text;
  return [open, shown, new state.Token('link_close', 'a', -1)];
}
