import { describe, expect, it } from '@jest/globals';
import { type Catalogue, type Forms, LANGUAGES, type Language, languageOf, Texts } from './texts.js';

const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();
const every = Object.entries(LANGUAGES.en as Catalogue) as [keyof Catalogue, string | Forms][];

describe.each(Object.keys(LANGUAGES) as Language[])('the texts in %s', (language) => {
  it('have the values of the English ones', () => {
    const theirs = LANGUAGES[language] as Catalogue;
    for (const [key, text] of every) {
      const other = theirs[key];
      const forms = (each: string | Forms) => (typeof each === 'string' ? [each] : Object.values(each));
      for (const form of forms(other)) expect([key, placeholders(form)]).toEqual([key, placeholders(forms(text)[0] ?? '')]);
    }
  });

  it('have each form that the plural rules of the language ask for', () => {
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const [key, text] of Object.entries(LANGUAGES[language])) {
      if (typeof text !== 'string') expect([key, Object.keys(text).sort()]).toEqual([key, [...categories].sort()]);
    }
  });
});

describe('a text', () => {
  const texts = new Texts('en', 'Europe/Berlin');

  it('has its values as they are, and counts by the rules of its language', () => {
    expect(texts.of('messageTo', { name: '{count} $& <b>' })).toBe('Message to {count} $& <b>');
    expect([0, 1, 2, 1_234].map((count) => texts.count('unread', count))).toEqual([
      '0 unread messages',
      '1 unread message',
      '2 unread messages',
      '1,234 unread messages',
    ]);
    expect(new Texts('de').count('unread', 1_234)).toBe('1.234 ungelesene Nachrichten');
  });

  it('names days as the reader sees them', () => {
    const evening = Date.UTC(2026, 10, 23, 23, 30) / 1_000;
    expect(texts.day(evening, evening + 3_600)).toBe('Today');
    expect(new Texts('de', 'UTC').day(evening, evening + 3_600)).toBe('Gestern');
    expect(texts.day(evening, evening + 10 * 86_400)).toBe('Tuesday, November 24, 2026');
  });

  it('is in the first language that there is', () => {
    expect(languageOf(['fr-CA', 'de-AT', 'en'])).toBe('de');
    expect(languageOf(['constructor', 'xx'])).toBe('en');
  });
});
