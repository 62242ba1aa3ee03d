import type { Trigger } from '../../deciding/missed-message.js';

/** The conversation of a mail. */
export type Conversation =
  | { readonly kind: 'channel'; readonly channel: string; readonly topic: string }
  /** The other people. Empty: messages to themselves. */
  | { readonly kind: 'direct'; readonly names: readonly string[] };

/** The texts of mails in one language. A number is always given to a function, which chooses the form. */
export interface MailTexts {
  /** For dates, and as the language of the mail. */
  readonly locale: string;
  readonly generalChat: string;
  subject(conversation: Conversation): string;
  /** Without content. */
  subjectWithoutContent(count: number): string;
  greeting(name: string): string;
  count(count: number): string;
  older(count: number): string;
  readonly contentHidden: string;
  readonly contentHiddenByOrganization: string;
  readonly open: string;
  because(trigger: Trigger, group: string | undefined): string;
  readonly doNotReply: string;
  /** If replies become messages. */
  readonly mayReply: string;
  readonly unsubscribe: string;
  readonly spoiler: string;
}
