/** A part of a mail: a paragraph, a button, a list of links, or a prepared part. */
export type MailPart = string | MailLink | { readonly list: readonly MailLink[] } | PreparedPart;

/** A part in both forms, which who prepared it made safe. `html` must load nothing. */
export interface PreparedPart {
  readonly text: string;
  readonly html: string;
}

/** `link`: a URL made by Parley, never one written by a user. */
export interface MailLink {
  readonly label: string;
  readonly link: string;
}

/**
 * A mail, declared once next to the code that sends it. Its text and its HTML part are both rendered from `body`. Values may contain
 * any text by users: they can become neither markup, nor a header, nor another line.
 */
export interface MailTemplate<V> {
  /** Appears in logs, and is part of the identity of a mail, so it must never change. */
  readonly name: string;
  readonly subject: (values: V) => string;
  readonly body: (values: V) => readonly MailPart[];
  /** A language code. Default: English. */
  readonly language?: (values: V) => string;
  /** A URL that ends such mails for the receiver when a program POSTs to it (RFC 8058). */
  readonly unsubscribe?: (values: V) => string;
}

export function mailTemplate<V>(template: MailTemplate<V>): MailTemplate<V> {
  return template;
}
