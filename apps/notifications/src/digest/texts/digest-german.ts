import { GERMAN } from '../../mailing/texts/german.js';
import type { DigestTexts } from './digest-texts-in.js';

const plurals = new Intl.PluralRules('de');
const counted = (count: number, one: string, others: string) => (plurals.select(count) === 'one' ? one : `${count} ${others}`);

export const DIGEST_GERMAN: DigestTexts = {
  locale: GERMAN.locale,
  generalChat: GERMAN.generalChat,
  spoiler: GERMAN.spoiler,
  greeting: GERMAN.greeting,
  subject: (organization) => `Das ist in ${organization} passiert`,
  away: (organization) => `das ist in ${organization} passiert, während du weg warst.`,
  conversations: (count) => `${counted(count, 'Eine Unterhaltung', 'Unterhaltungen')} in deinen Kanälen`,
  counts: (messages, people) => `${counted(messages, 'Eine Nachricht', 'Nachrichten')} von ${counted(people, 'einer Person', 'Personen')}`,
  read: (conversation) => `${conversation} lesen`,
  newChannels: (count) => counted(count, 'Ein neuer Kanal:', 'neue Kanäle:'),
  furtherChannels: (count) => `und ${counted(count, 'ein weiterer', 'weitere')}`,
  contentHidden: 'Diese Mail zeigt wegen deiner Einstellungen oder denen deiner Organisation keine Inhalte.',
  open: (organization) => `${organization} öffnen`,
  because: 'Du erhältst diese Mail, weil du einige Tage weg warst. Deine Organisation verschickt sie höchstens einmal in der Woche.',
  unsubscribe: 'Keine solchen Mails mehr erhalten',
};
