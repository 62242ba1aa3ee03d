/** What a mail says, one after the other: a paragraph, what to click, or a list of places. */
export type MailPart = string | MailLink | { readonly list: readonly MailLink[] };

/** `link`: an address that we made, never one that somebody wrote. */
export interface MailLink {
  readonly label: string;
  readonly link: string;
}

/**
 * A mail, declared once beside what sends it: what it says for given values. Its text and its HTML are both made of that. Values may be anything
 * that anybody wrote: they can become neither markup, nor a header, nor a line of their own.
 */
export interface MailTemplate<V> {
  /** Shown in logs, and part of what makes a mail unique: never renamed. */
  readonly name: string;
  readonly subject: (values: V) => string;
  readonly body: (values: V) => readonly MailPart[];
}

export function mailTemplate<V>(template: MailTemplate<V>): MailTemplate<V> {
  return template;
}
