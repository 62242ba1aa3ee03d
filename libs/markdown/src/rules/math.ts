import type { MarkdownIt, StateInline } from 'markdown-it';
import { escapeHtml } from '../escape-html.js';
import { renderingOf } from '../rendering.js';
import { typeset } from '../typeset.js';

/**
 * Inline `$$x^2$$` becomes KaTeX's `<span class="katex">`, a `math` fence `<p><span class="katex-display">`. TeX that does not
 * parse, or is too expensive, is displayed as written: `<span class="tex-error">$$\oops$$</span>`.
 */
export function math(md: MarkdownIt): void {
  md.inline.ruler.before('strikethrough', 'math', mathRule);
  md.renderer.rules.math_inline = (tokens, index, _options, environment) => {
    const tex = tokens[index]?.content ?? '';
    const html = renderingOf(environment).mayTypeset(tex) ? typeset(tex, false) : undefined;
    return html ?? texError(`$$${tex}$$`);
  };
  md.renderer.rules.math_block = (tokens, index, _options, environment) => {
    const tex = tokens[index]?.content.trimEnd() ?? '';
    const html = renderingOf(environment).mayTypeset(tex) ? typeset(tex, true) : undefined;
    return `<p>${html ?? texError(tex)}</p>\n`;
  };
}

/** `$$_$$` is a face, not a formula. `\$` is part of the formula, and `\\` before the end is a line break of TeX. */
const inlineForm = /\$\$([^\n$_](?:\\.|[^\n$\\])*)\$\$(?!\$)/y;

function mathRule(state: StateInline, isProbe: boolean): boolean {
  if (state.src[state.pos] !== '$' || state.src[state.pos - 1] === '$') return false;
  inlineForm.lastIndex = state.pos;
  const match = inlineForm.exec(state.src);
  if (match === null || state.pos + match[0].length > state.posMax) return false;
  if (!isProbe) state.push('math_inline', 'span', 0).content = match[1] ?? '';
  state.pos += match[0].length;
  return true;
}

function texError(tex: string): string {
  return `<span class="tex-error">${escapeHtml(tex)}</span>`;
}
