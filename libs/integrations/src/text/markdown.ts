import { cut } from './cut.js';
import { inline, lines, oneLine, visible, webAddress } from './escape.js';

/** Characters of a text of the sender in one message, before escaping. */
const MAX_TITLE = 200;
export const MAX_BODY = 2_000;

/** A name or a title, in one line. */
export function name(text: string): string {
  return inline(cut(oneLine(text), MAX_TITLE));
}

export function bold(text: string): string {
  const escaped = name(text);
  return escaped === '' ? '' : `**${escaped}**`;
}

/** A link, or only its text if the address is not one of the web. */
export function link(text: string, address: string | null | undefined): string {
  const label = name(text);
  const target = webAddress(address ?? '');
  if (target === undefined) return label;
  return label === '' ? target : `[${label}](${target})`;
}

/** In one line, as code. */
export function code(text: string): string {
  const content = cut(oneLine(text), MAX_TITLE);
  if (content === '') return '';
  const run = longerRun(content, '`', 1);
  const space = run.length > 1 ? ' ' : '';
  return `${run}${space}${content}${space}${run}`;
}

/** Lines of the sender as a quote; empty if there are none. */
export function quote(text: string | null | undefined): string {
  const content = lines(cut((text ?? '').trim(), MAX_BODY));
  return content === '' ? '' : `\`\`\`quote\n${content}\n\`\`\``;
}

export function codeBlock(text: string, language = ''): string {
  const content = visible(cut(text.trimEnd(), MAX_BODY));
  const run = longerRun(content, '`', 3);
  return `${run}${language}\n${content}\n${run}`;
}

/** The parts that are not empty, each on lines of its own. */
export function paragraphs(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join('\n\n');
}

/** A list of at most `most` items, which says how many are left out. */
export function list(items: readonly string[], most = 10): string {
  const shown = items.slice(0, most).map((item) => `* ${item}`);
  const left = items.length - shown.length;
  return [...shown, ...(left > 0 ? [`* … and ${left} more`] : [])].join('\n');
}

function longerRun(text: string, character: string, least: number): string {
  const runs = [...text.matchAll(/`+/g)].map(([run]) => run.length);
  return character.repeat(Math.max(least, 1 + Math.max(0, ...runs)));
}
