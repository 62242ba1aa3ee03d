import { ENGLISH } from './english.js';
import { GERMAN } from './german.js';
import type { MailTexts } from './mail-texts.js';

const BY_LANGUAGE: ReadonlyMap<string, MailTexts> = new Map([
  ['en', ENGLISH],
  ['de', GERMAN],
]);

/** The texts in the language of a person (default_language). English, if there are none. */
export function textsIn(language: string): MailTexts {
  return BY_LANGUAGE.get(language) ?? ENGLISH;
}
