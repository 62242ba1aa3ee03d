import { LIMITS } from '@parley/contracts';
import { cut } from '../text/cut.js';
import { inline } from '../text/escape.js';
import { code, codeBlock, link } from '../text/markdown.js';

const CODE_BLOCK = /```([\s\S]*?)```/g;
const CODE_OR_REFERENCE = /`([^`\n]+)`|<([^<>\n]+)>/g;

/** The markup of Slack in Markdown. Mentions become plain names, because the people of Slack are not those of the organization. */
export function mrkdwn(text: string): string {
  return pieces(
    shortened(text.trim()),
    CODE_BLOCK,
    styledLines,
    ([, content = '']) => `\n${codeBlock(decoded(content).replace(/^\n/, ''))}\n`,
  );
}

/** As much as a message could show, with a code block closed that the cut leaves open. */
function shortened(text: string): string {
  if (text.length <= LIMITS.max_message_length) return text;
  const kept = cut(text, LIMITS.max_message_length);
  return kept.split('```').length % 2 === 0 ? `${kept}\n\`\`\`` : kept;
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

const BOLD = /(?<![\w*])\*(?=\S)([^*\n]+)(?<=\S)\*(?![\w*])/g;
const ITALIC = /(?<![\w_])_(?=\S)([^_\n]+)(?<=\S)_(?![\w_])/g;
const STRUCK = /(?<![\w~])~(?=\S)([^~\n]+)(?<=\S)~(?![\w~])/g;

/** Marks inside marks stay what they are. Each pattern reads the text once. */
function styled(text: string): string {
  const marked =
    (mark: string) =>
    ([, inner = '']: RegExpExecArray) =>
      `${mark}${spaced(inner).trim()}${mark}`;
  const struck = (part: string) => pieces(part, STRUCK, spaced, marked('~~'));
  const italic = (part: string) => pieces(part, ITALIC, struck, marked('*'));
  return pieces(text, BOLD, italic, marked('**'));
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
