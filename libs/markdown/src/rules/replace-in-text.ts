import type { StateCore, Token } from 'markdown-it';

/** A stretch of a text token and what stands there instead. */
export interface Replacement {
  start: number;
  end: number;
  tokens: readonly Token[];
}

/**
 * Offers every piece of running text to `find` and puts in what it returns, in order and without overlap. Code is never offered; the
 * text of a link only with `withinLinks`, and that of a bare URL never, for it must read as its address does.
 */
export function replaceInText(
  state: StateCore,
  find: (text: string) => Iterable<Replacement>,
  { withinLinks }: { withinLinks: boolean },
): void {
  for (const token of state.tokens) {
    if (token.children !== null) token.children = [...replaced(state, token.children, find, withinLinks)];
  }
}

function* replaced(
  state: StateCore,
  tokens: readonly Token[],
  find: (text: string) => Iterable<Replacement>,
  withinLinks: boolean,
): Iterable<Token> {
  let link: Token | undefined;
  for (const token of tokens) {
    if (token.type === 'link_open') link = token;
    else if (token.type === 'link_close') link = undefined;
    const isOffered = token.type === 'text' && (link === undefined || (withinLinks && link.info !== 'auto'));
    if (isOffered) yield* split(state, token, find(token.content));
    else yield token;
  }
}

function* split(state: StateCore, token: Token, replacements: Iterable<Replacement>): Iterable<Token> {
  let position = 0;
  for (const { start, end, tokens } of replacements) {
    if (start > position) yield textToken(state, token.content.slice(position, start));
    yield* tokens;
    position = end;
  }
  if (position === 0) yield token;
  else if (position < token.content.length) yield textToken(state, token.content.slice(position));
}

function textToken(state: StateCore, content: string): Token {
  const token = new state.Token('text', '', 0);
  token.content = content;
  return token;
}
