import type { MarkdownIt, Token } from 'markdown-it';
import { silence } from './mentions.js';

/** Quoting a message must not notify its users again, so mentions inside a quote are silent. */
export function quotesAreSilent(md: MarkdownIt): void {
  md.core.ruler.push('quotes_are_silent', ({ tokens }) => {
    for (const token of quoted(tokens)) token.children?.forEach(silence);
  });
}

function* quoted(tokens: readonly Token[]): Iterable<Token> {
  let depth = 0;
  for (const token of tokens) {
    if (token.type === 'blockquote_open') depth += 1;
    else if (token.type === 'blockquote_close') depth -= 1;
    else if (depth > 0) yield token;
  }
}
