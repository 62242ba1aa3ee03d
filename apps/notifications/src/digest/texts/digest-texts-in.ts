import { DIGEST_ENGLISH } from './digest-english.js';
import { DIGEST_GERMAN } from './digest-german.js';

/** The texts of digests in one language. A number is always given to a function, which chooses the form. */
export interface DigestTexts {
  /** For dates, and as the language of the mail. */
  readonly locale: string;
  readonly generalChat: string;
  subject(organization: string): string;
  greeting(name: string): string;
  away(organization: string): string;
  /** Instead of their content. */
  conversations(count: number): string;
  /** Of a conversation. */
  counts(messages: number, people: number): string;
  read(conversation: string): string;
  newChannels(count: number): string;
  /** Channels that are not named. */
  furtherChannels(count: number): string;
  readonly contentHidden: string;
  open(organization: string): string;
  readonly because: string;
  readonly unsubscribe: string;
  readonly spoiler: string;
}

const BY_LANGUAGE: ReadonlyMap<string, DigestTexts> = new Map([
  ['en', DIGEST_ENGLISH],
  ['de', DIGEST_GERMAN],
]);

/** The texts in the language of a person (default_language). English, if there are none. */
export function digestTextsIn(language: string): DigestTexts {
  return BY_LANGUAGE.get(language) ?? DIGEST_ENGLISH;
}
