import { LIMITS } from '@parley/contracts';
import type { ArrivedMail } from '@parley/contracts/messaging';

const NO_SUBJECT = 'Email with no subject';
const CUT = '[message truncated]';
/** In the languages of common mail programs, also counted: `Re[2]:`. */
const PREFIX = /^(?:re|fwd?|aw|wg|tr|rv|sv|vs|antw|rif|odp)(?:\[\d{1,3}\])?\s*:\s*/i;
const MAX_SUBJECT = 1_000;
const MAX_FILE_NAME = 100;
const MAX_SENDER = 200;
const UNPRINTABLE = /(?![\n\t])[\p{Cc}\p{Cs}\p{Cn}\p{Bidi_Control}]/gu;
const FENCE = /^\s*(?:`{3,}|~{3,})/m;

/** The topic of a mail: its subject without what mail programs put before it. */
export function topicOf(subject: string): string {
  let rest = printable(subject.slice(0, MAX_SUBJECT)).replaceAll(/\s+/g, ' ').trim();
  for (let prefix = PREFIX.exec(rest); prefix !== null; prefix = PREFIX.exec(rest)) rest = rest.slice(prefix[0].length);
  const characters = [...rest];
  if (characters.length === 0) return NO_SUBJECT;
  if (characters.length <= LIMITS.max_topic_length) return rest;
  return `${characters
    .slice(0, LIMITS.max_topic_length - 1)
    .join('')
    .trimEnd()}…`;
}

interface Shown {
  readonly showsSender: boolean;
  /** Text of someone whom no one knows: it mentions no one, and is no command. */
  readonly isForeign: boolean;
  /** Links of the stored files. */
  readonly links: readonly string[];
  readonly refusedFiles: readonly string[];
}

/** The content of the message, cut to what a message can have. Empty if the mail has neither text nor files. */
export function contentOf(
  mail: Pick<ArrivedMail, 'from' | 'text' | 'isCut'>,
  { showsSender, isForeign, links, refusedFiles }: Shown,
): string {
  const body = harmless(printable(mail.text).trim(), isForeign);
  const refused = refusedFiles.length === 0 ? [] : [`Files that could not be stored: ${refusedFiles.map(plainName).join(', ')}`];
  const files = [...links, ...refused].join('\n');
  if (body === '' && files === '') return '';
  const from = showsSender ? `**From:** ${senderOf(mail.from)}` : '';
  // A fence that the text leaves open must not take the files.
  const parts = FENCE.test(body) ? [from, files, body] : [from, body, files];
  const content = parts.filter((part) => part !== '').join('\n\n');
  const characters = [...content];
  if (characters.length <= LIMITS.max_message_length && !mail.isCut) return content;
  const outside = [...parts.filter((part) => part !== body), '', CUT].reduce((sum, part) => sum + [...part].length + 2, 0);
  const kept = [...body]
    .slice(0, Math.max(0, LIMITS.max_message_length - outside))
    .join('')
    .trimEnd();
  return parts
    .map((part) => (part === body ? `${kept}\n${CUT}` : part))
    .filter((part) => part !== '')
    .join('\n\n');
}

/** A link in a message. */
export function linkTo(name: string, url: string): string {
  return `[${plainName(name)}](${url})`;
}

function senderOf({ name, address }: ArrivedMail['from']): string {
  const shown = name.trim() === '' ? address : `${name} <${address}>`;
  return plain(oneLine(shown)).slice(0, MAX_SENDER);
}

function plainName(name: string): string {
  return plain([...oneLine(name)].slice(0, MAX_FILE_NAME).join(''));
}

/** Without characters that have a meaning in Markdown. The dialect has no escapes, so a similar form is shown. */
function plain(text: string): string {
  return text.replaceAll(/[*`[\]|~$<>\\]/g, (found) => LOOKALIKES[found] ?? ' ');
}

const LOOKALIKES: Readonly<Record<string, string>> = { '<': '(', '>': ')', '[': '(', ']': ')', '|': '/', '\\': '/' };

function oneLine(text: string): string {
  return printable(text).replaceAll(/\s+/g, ' ').trim();
}

/** An entity is displayed as its character, and has no meaning in Markdown. */
function harmless(text: string, isForeign: boolean): string {
  if (!isForeign) return text;
  return text.replaceAll(/([@#]_?)\*/g, '$1&#42;').replace(/^\//, '&#47;');
}

function printable(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(UNPRINTABLE, '');
}
