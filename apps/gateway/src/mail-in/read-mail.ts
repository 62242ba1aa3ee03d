import { convert } from 'html-to-text';
import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import { withoutFooter, withoutQuotes } from './visible-text.js';

export interface ReadingOptions {
  readonly prefersHtml: boolean;
  readonly keepsQuotes: boolean;
  readonly keepsFooter: boolean;
}

export interface ReadFile {
  readonly name: string;
  readonly content: Uint8Array;
}

/** A mail as plain data. */
export interface ReadMail {
  readonly messageId: string;
  readonly from: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly isCut: boolean;
  readonly files: readonly ReadFile[];
  /** Names of further files. */
  readonly tooMany: readonly string[];
  /** By name in lower case; the first one of each name. */
  readonly headers: ReadonlyMap<string, string>;
  /** Mail servers that passed it on. */
  readonly hops: number;
}

/** More than a message can have, so that quotes and signatures can be removed before it is cut. */
const MAX_TEXT = 50_000;
const MAX_HTML = 1_000_000;
/** The time of the conversion grows with the square of nested tags: these take a tenth of a second. */
const MAX_TAGS = 20_000;
const MAX_FILES = 20;
const MAX_SUBJECT = 2_000;
const MAX_NAME = 1_000;
const MAX_NESTING = 100;
const MAX_HEADERS = 512 * 1024;

/** @throws Error if it is no mail, or nested too deeply, or if its headers are too long */
export async function readMail(raw: Uint8Array, options: ReadingOptions): Promise<ReadMail> {
  const mail = await PostalMime.parse(raw, {
    maxNestingDepth: MAX_NESTING,
    maxHeadersSize: MAX_HEADERS,
    // Mails inside a mail are files. Their text is not its text.
    forceRfc822Attachments: true,
  });
  const whole = mended(bodyOf(mail, options.prefersHtml));
  const text = whole.slice(0, MAX_TEXT);
  const files = mail.attachments.filter((attachment) => typeof attachment.content !== 'string' && attachment.content.byteLength > 0);
  const headers = new Map<string, string>();
  for (const { key, value } of mail.headers) if (!headers.has(key)) headers.set(key, value.slice(0, MAX_NAME));
  return {
    messageId: (mail.messageId ?? '').slice(0, MAX_NAME),
    from: mailboxOf(mail.from),
    subject: mended((mail.subject ?? '').slice(0, MAX_SUBJECT)),
    text: visible(text, options),
    isCut: text.length < whole.length || (mail.html ?? '') !== bounded(mail.html ?? ''),
    files: files.slice(0, MAX_FILES).map((attachment) => ({ name: nameOf(attachment), content: contentOf(attachment) })),
    tooMany: files.slice(MAX_FILES, MAX_FILES * 2).map(nameOf),
    headers,
    hops: mail.headers.filter(({ key }) => key === 'received').length,
  };
}

/** In windows-1252, 0x80 to 0x9f. TextDecoder of Node 20 makes control characters of them, which no text has. */
const WINDOWS_1252 = [...'€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'];

function mended(text: string): string {
  return text.replaceAll(/[\x80-\x9f]/g, (found) => WINDOWS_1252[found.charCodeAt(0) - 0x80] ?? '');
}

function bodyOf({ text = '', html = '' }: Email, prefersHtml: boolean): string {
  const isHtml = html !== '' && (prefersHtml || text.trim() === '');
  return (isHtml ? textOfHtml(html) : text).replaceAll(/\r\n?/g, '\n');
}

function visible(text: string, { keepsQuotes, keepsFooter }: ReadingOptions): string {
  const answer = keepsQuotes ? text : withoutQuotes(text);
  const body = keepsFooter ? answer : withoutFooter(answer);
  // Better too much than nothing.
  return body.trim() === '' ? text.trim() : body.trim();
}

function textOfHtml(html: string): string {
  return convert(bounded(html), {
    wordwrap: false,
    limits: { maxDepth: 100, maxChildNodes: 2_000, ellipsis: '…' },
    selectors: [
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, ignoreHref: false, linkBrackets: ['(', ')'] } },
      { selector: 'img', format: 'skip' },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    ],
  });
}

function bounded(html: string): string {
  let end = -1;
  for (let tags = 0; tags <= MAX_TAGS; tags += 1) {
    end = html.indexOf('<', end + 1);
    if (end === -1) return html.slice(0, MAX_HTML);
  }
  return html.slice(0, Math.min(end, MAX_HTML));
}

function mailboxOf(address: Address | undefined): ReadMail['from'] {
  const found = address?.group === undefined ? address : address.group[0];
  return { name: mended((found?.name ?? '').slice(0, MAX_NAME)), address: (found?.address ?? '').slice(0, MAX_NAME) };
}

function nameOf({ filename, mimeType }: Attachment): string {
  if (filename !== null && filename.trim() !== '') return mended(filename.slice(0, MAX_NAME));
  return mimeType === 'message/rfc822' ? 'message.eml' : 'attachment';
}

function contentOf({ content }: Attachment): Uint8Array {
  if (typeof content === 'string') return new TextEncoder().encode(content);
  return content instanceof Uint8Array ? content : new Uint8Array(content);
}
