import { createRequire } from 'node:module';
import type { HLJSApi } from 'highlight.js';

const require = createRequire(import.meta.url);

export interface Language {
  /** Its name in highlight.js. */
  grammar: string;
  /** Its display name, as in data-code-language. */
  name: string;
}

/** These grammars are slow on hostile text even within our limits, so their code is not highlighted. */
const slowGrammars = new Set(['pgsql', 'nestedtext', 'nix']);

/** For grammars that serve several languages, or whose title differs from the name in clients. */
const ownNames = new Map([
  ['html', 'HTML'],
  ['xhtml', 'HTML'],
  ['xml', 'XML'],
  ['svg', 'XML'],
  ['plaintext', 'Text only'],
  ['text', 'Text only'],
  ['txt', 'Text only'],
  ['toml', 'TOML'],
  ['ini', 'INI'],
]);

/** Finds a language by any of its names, such as `py` or `C++`, regardless of case. */
export function languageNamed(word: string): Language | undefined {
  const grammar = word.toLowerCase();
  const found = grammar === '' || slowGrammars.has(grammar) ? undefined : highlighter().getLanguage(grammar);
  return found && { grammar, name: ownNames.get(grammar) ?? found.name ?? word };
}

/**
 * Highlights code with the class names of Pygments, which existing clients know. They also expect that spans are not nested, so of nested
 * spans the innermost with a known class is used.
 */
export function highlight(code: string, language: Language): string {
  return flatten(highlighter().highlight(code, { language: language.grammar, ignoreIllegals: true }).value);
}

/** Loaded on first use: its 190 grammars take a tenth of a second, and most processes never need them. */
function highlighter(): HLJSApi {
  return require('highlight.js');
}

function flatten(highlighted: string): string {
  const open: string[] = [];
  let html = '';
  for (const [piece, classes] of highlighted.matchAll(/<span class="([^"]*)">|<\/span>|[^<]+/g)) {
    if (classes !== undefined) open.push(pygmentsClass(classes) ?? open.at(-1) ?? '');
    else if (piece === '</span>') open.pop();
    else html += coloured(piece, open.at(-1) ?? '');
  }
  return html;
}

function coloured(text: string, className: string): string {
  return className === '' ? text : `<span class="${className}">${text}</span>`;
}

/** The most specific name comes first: `title function_` before `title`. */
function pygmentsClass(classes: string): string | undefined {
  const scope = classes.replace(/^hljs-/, '');
  return pygmentsClasses.get(scope) ?? pygmentsClasses.get(scope.split(' ')[0] ?? '');
}

const pygmentsClasses = new Map([
  ['keyword', 'k'],
  ['built_in', 'nb'],
  ['type', 'kt'],
  ['literal', 'kc'],
  ['number', 'mi'],
  ['operator', 'o'],
  ['punctuation', 'p'],
  ['property', 'py'],
  ['regexp', 'sr'],
  ['string', 's'],
  ['char escape_', 'se'],
  ['char', 'sc'],
  ['subst', 'si'],
  ['symbol', 'ss'],
  ['variable', 'nv'],
  ['variable language_', 'bp'],
  ['variable constant_', 'no'],
  ['title', 'nf'],
  ['title class_', 'nc'],
  ['title class_ inherited__', 'nc'],
  ['comment', 'c'],
  ['doctag', 'cs'],
  ['meta', 'cp'],
  ['meta prompt_', 'gp'],
  ['section', 'gh'],
  ['tag', 'nt'],
  ['name', 'nt'],
  ['attr', 'na'],
  ['attribute', 'na'],
  ['emphasis', 'ge'],
  ['strong', 'gs'],
  ['selector-tag', 'nt'],
  ['selector-id', 'nn'],
  ['selector-class', 'nc'],
  ['selector-attr', 'na'],
  ['selector-pseudo', 'nd'],
  ['template-tag', 'cp'],
  ['template-variable', 'nv'],
  ['addition', 'gi'],
  ['deletion', 'gd'],
]);
