import type { MarkdownIt } from 'markdown-it';

/** Clients parse a column's alignment from exactly `style="text-align: left;"`, and expect a body even if it is empty. */
export function tables(md: MarkdownIt): void {
  for (const cell of ['th_open', 'td_open']) {
    md.renderer.rules[cell] = (tokens, index) => {
      const token = tokens[index];
      if (token === undefined) return '';
      const alignment = /^text-align:(left|center|right)$/.exec(String(token.attrGet('style')))?.[1];
      return alignment === undefined ? `<${token.tag}>` : `<${token.tag} style="text-align: ${alignment};">`;
    };
  }
  md.renderer.rules.thead_close = (tokens, index) =>
    tokens[index + 1]?.type === 'tbody_open' ? '</thead>\n' : '</thead>\n<tbody>\n</tbody>\n';
}
