import type { MarkdownIt } from 'markdown-it';

/** In a tight item a block directly follows the text, `<li>text<ul>`, because clients would display a line break in between as an empty line. */
export function tightLists(md: MarkdownIt): void {
  for (const block of ['bullet_list_open', 'ordered_list_open', 'blockquote_open', 'heading_open', 'table_open', 'hr']) {
    md.renderer.rules[block] = (tokens, index, options, _environment, renderer) => renderer.renderToken(tokens, index, options).trimStart();
  }
}
