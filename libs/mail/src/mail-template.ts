/** A part of a mail: a paragraph, a button, or a list of links. */
export type MailPart = string | MailLink | { readonly list: readonly MailLink[] };

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
}

export function mailTemplate<V>(template: MailTemplate<V>): MailTemplate<V> {
  return template;
}
