import type { StateCore, Token } from 'markdown-it';

/** A part of a text token and the tokens that replace it. */
export interface Replacement {
  start: number;
  end: number;
  tokens: readonly Token[];
}

export interface Where {
  withinLinks: boolean;
  asWords: boolean;
}

/**
 * Passes every piece of text to `find` and applies the replacements that it returns, in order and without overlap. Code is never passed; the
 * text of a link only with `withinLinks`, and that of a bare URL never, because it must equal its address. With `asWords` a match
 * directly after a link, code or emphasis is not replaced.
 */
export function replaceInText(state: StateCore, find: (text: string) => Iterable<Replacement>, where: Where): void {
  for (const token of state.tokens) {
    if (token.children !== null) token.children = replaced(state, token.children, find, where);
  }
}

/** Texts of thousands of tokens come here, several times each. So this writes into one list, without generators. */
function replaced(state: StateCore, tokens: readonly Token[], find: (text: string) => Iterable<Replacement>, where: Where): Token[] {
  const result: Token[] = [];
  let link: Token | undefined;
  let previous: Token | undefined;
  for (const token of tokens) {
    if (token.type === 'link_open') link = token;
    else if (token.type === 'link_close') link = undefined;
    const isOffered = token.type === 'text' && (link === undefined || (where.withinLinks && link.info !== 'auto'));
    if (!isOffered) result.push(token);
    else split(state, token, find(token.content), where.asWords && !endsBeforeWord(previous) ? 1 : 0, result);
    previous = token;
  }
  return result;
}

function endsBeforeWord(token: Token | undefined): boolean {
  return token === undefined || token.nesting === 1 || token.type === 'softbreak' || token.type === 'hardbreak';
}

/** Adds a text to the result with its replacements, from the first that may be made on. */
function split(state: StateCore, token: Token, replacements: Iterable<Replacement>, first: number, result: Token[]): void {
  let position = 0;
  for (const { start, end, tokens } of replacements) {
    if (start < first) continue;
    if (start > position) result.push(textToken(state, token.content.slice(position, start)));
    result.push(...tokens);
    position = end;
  }
  if (position === 0) result.push(token);
  else if (position < token.content.length) result.push(textToken(state, token.content.slice(position)));
}

function textToken(state: StateCore, content: string): Token {
  const token = new state.Token('text', '', 0);
  token.content = content;
  return token;
}
