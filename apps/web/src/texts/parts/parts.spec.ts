import { expect, it } from '@jest/globals';
import { type Forms, LANGUAGES } from '../texts.js';
import { channelTexts } from './channel-texts.js';
import { composeTexts } from './compose-texts.js';
import { invitationTexts } from './invitation-texts.js';
import { messageTexts } from './message-texts.js';
import { organizationTexts } from './organization-texts.js';
import { peopleTexts } from './people-texts.js';
import { settingsTexts } from './settings-texts.js';
import { tokenTexts } from './token-texts.js';
import { widgetTexts } from './widget-texts.js';

type Catalogue = Readonly<Record<string, string | Forms>>;
const PARTS = {
  channelTexts,
  composeTexts,
  invitationTexts,
  messageTexts,
  organizationTexts,
  peopleTexts,
  settingsTexts,
  tokenTexts,
  widgetTexts,
};
const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();
const formsOf = (text: string | Forms | undefined) => (typeof text === 'string' ? [text] : Object.values(text ?? {}));

it.each(Object.entries(PARTS))('%s have each text in each language, with the same values and the forms of the language', (_, part) => {
  const languages: Readonly<Record<string, Catalogue>> = part;
  expect(Object.keys(languages).sort()).toEqual(Object.keys(LANGUAGES).sort());
  for (const [language, catalogue] of Object.entries(languages)) {
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    expect(Object.keys(catalogue).sort()).toEqual(Object.keys(part.en).sort());
    for (const [key, text] of Object.entries(catalogue)) {
      const wanted = placeholders(formsOf((part.en as Catalogue)[key])[0] ?? '');
      for (const form of formsOf(text)) expect([key, placeholders(form)]).toEqual([key, wanted]);
      if (typeof text !== 'string') expect([key, Object.keys(text).sort()]).toEqual([key, [...categories].sort()]);
    }
  }
});
