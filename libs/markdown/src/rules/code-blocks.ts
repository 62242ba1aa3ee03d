import type { MarkdownIt } from 'markdown-it';
import { escapeHtml } from '../escape-html.js';
import { highlight, languageNamed } from '../highlight.js';
import { limits } from '../limits.js';
import { type Rendering, renderingOf } from '../rendering.js';
import { languageOf } from './fences.js';

/**
 * `<div class="codehilite" data-code-language="Python"><pre><span></span><code>...</code></pre></div>`
 *
 * The attribute contains the language's usual name, or the author's own text for an unknown one. It is absent without a language.
 */
export function codeBlocks(md: MarkdownIt): void {
  md.renderer.rules.code_block = (tokens, index) => codeBlock(escapeHtml(tokens[index]?.content ?? ''), '');
  md.renderer.rules.fence = (tokens, index, _options, environment) => {
    const token = tokens[index];
    if (token === undefined) return '';
    const rendering = renderingOf(environment);
    const word = languageOf(token) || rendering.defaultCodeLanguage;
    const language = languageNamed(word);
    const attribute = word === '' ? '' : ` data-code-language="${escapeHtml(language?.name ?? word)}"`;
    const isColoured = language !== undefined && mayHighlight(token.content, rendering);
    return codeBlock(isColoured ? highlight(token.content, language) : escapeHtml(token.content), attribute);
  };
}

function codeBlock(html: string, attribute: string): string {
  return `<div class="codehilite"${attribute}><pre><span></span><code>${html}</code></pre></div>\n`;
}

function mayHighlight(code: string, rendering: Rendering): boolean {
  return code.split('\n').every((line) => line.length <= limits.highlightedLine) && rendering.mayHighlight(code);
}
