import { inline } from '../text/escape.js';
import { code, codeBlock, link } from '../text/markdown.js';

const CODE_BLOCK = /```([\s\S]*?)```/g;
const CODE_OR_REFERENCE = /`([^`\n]+)`|<([^<>\n]+)>/g;

/** The markup of Slack in Markdown. Mentions become plain names, because the people of Slack are not those of the organization. */
export function mrkdwn(text: string): string {
  return pieces(text.trim(), CODE_BLOCK, styledLines, ([, content = '']) => `\n${codeBlock(decoded(content).replace(/^\n/, ''))}\n`);
}

/** `plain_text` of a block: no markup, only entities. */
export function plainText(text: string): string {
  return text.split('\n').map(inline).join('\n');
}

function styledLines(text: string): string {
  return text.split('\n').map(styledLine).join('\n');
}

function styledLine(line: string): string {
  return pieces(line, CODE_OR_REFERENCE, styled, ([, content, reference = '']) =>
    content === undefined ? referenceText(reference) : code(decoded(content)),
  );
}

const MARKS: readonly (readonly [slack: RegExp, markdown: string])[] = [
  [/(?<![\w*])\*(?=\S)([^*\n]+)(?<=\S)\*(?![\w*])/, '**'],
  [/(?<![\w_])_(?=\S)([^_\n]+)(?<=\S)_(?![\w_])/, '*'],
  [/(?<![\w~])~(?=\S)([^~\n]+)(?<=\S)~(?![\w~])/, '~~'],
];

/** Marks inside marks stay what they are. */
function styled(text: string): string {
  for (const [pattern, mark] of MARKS) {
    const found = pattern.exec(text);
    if (found === null) continue;
    const [whole, inner = ''] = found;
    const after = found.index + whole.length;
    return `${styled(text.slice(0, found.index))}${mark}${spaced(inner).trim()}${mark}${styled(text.slice(after))}`;
  }
  return spaced(text);
}

/** `inline` without its trimming, which would join words. */
function spaced(text: string): string {
  const plain = decoded(text);
  return `${/^\s/.test(plain) ? ' ' : ''}${inline(plain)}${/\S\s+$/.test(plain) ? ' ' : ''}`;
}

/** `<https://example.com|text>`, `<@U1|ann>`, `<#C1|general>`, `<!here>` */
function referenceText(reference: string): string {
  const [target = '', label] = reference.split('|', 2);
  switch (target[0]) {
    case '@':
      return inline(`@${label ?? target.slice(1)}`);
    case '#':
      return inline(`#${label ?? target.slice(1)}`);
    case '!':
      return inline(label ?? `@${target.slice(1)}`);
    default: {
      const address = decoded(target);
      return link(label === undefined ? address.replace(/^mailto:/, '') : decoded(label), address);
    }
  }
}

/** Slack encodes three characters, and only these. */
function decoded(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

function pieces(text: string, pattern: RegExp, between: (text: string) => string, found: (match: RegExpExecArray) => string): string {
  let written = '';
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    written += between(text.slice(from, match.index)) + found(match);
    from = match.index + match[0].length;
  }
  return written + between(text.slice(from));
}
