/** Characters with a meaning in Markdown, wherever they are. Underscores, `@` and `#` have one only together with asterisks. */
const SPECIAL = /[*`[\]|~$<]|&(?=#?\w{1,31};)/g;
/** What makes a line a heading, a quote, a list, a rule or a command. */
const LINE_START = /^(?:[#>+=/-]|\d{1,9}(?=[.)]))/;
/** Control characters, and characters that change the direction of the text after them. */
const INVISIBLE = /(?![\n\t])[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Text of a sender, to be shown as it is. The dialect has no backslash escapes, so characters that have a meaning become entities, which are
 * displayed as themselves. Line breaks become spaces.
 */
export function inline(text: string): string {
  return escapeLine(oneLine(text));
}

/** The same for several lines. They stay lines. */
export function lines(text: string): string {
  return visible(text)
    .split(/\r?\n/)
    .map((line) => escapeLine(line.trim()))
    .join('\n');
}

/** Without line breaks, control characters and repeated spaces. */
export function oneLine(text: string): string {
  return visible(text).replaceAll(/\s+/g, ' ').trim();
}

export function visible(text: string): string {
  return text.replaceAll(INVISIBLE, (found) => (found === '\r' ? found : ''));
}

/** An address that may be a link target; undefined for any other text. */
export function webAddress(text: string): string | undefined {
  if (text.length > MAX_ADDRESS || !URL.canParse(text)) return undefined;
  const { protocol, href } = new URL(text);
  if (protocol !== 'http:' && protocol !== 'https:') return undefined;
  return href.replaceAll(/[()[\]*`|~$<>\\'"]/g, (found) => `%${found.charCodeAt(0).toString(16).toUpperCase()}`);
}

const MAX_ADDRESS = 1_000;

function escapeLine(line: string): string {
  const escaped = line.replaceAll(SPECIAL, entity);
  return escaped.replace(LINE_START, (found) => (/^\d/.test(found) ? `${found.slice(0, -1)}${entity(found.slice(-1))}` : entity(found)));
}

function entity(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}
