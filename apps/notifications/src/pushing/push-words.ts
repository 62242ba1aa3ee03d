/** Texts of notifications, by language. Others get English. */
export interface PushWords {
  readonly newMessage: string;
  readonly newNotification: string;
  mentionedYou(name: string): string;
  mentionedGroup(name: string, group: string): string;
  mentionedEveryone(name: string): string;
  readonly testTitle: string;
  testBody(organization: string, url: string): string;
}

const ENGLISH: PushWords = {
  newMessage: 'New message',
  newNotification: 'New notification',
  mentionedYou: (name) => `${name} mentioned you:`,
  mentionedGroup: (name, group) => `${name} mentioned @${group}:`,
  mentionedEveryone: (name) => `${name} mentioned everyone:`,
  testTitle: 'Test notification',
  testBody: (organization, url) => `This is a test notification from ${organization} (${url}).`,
};

const WORDS: Readonly<Record<string, PushWords>> = {
  en: ENGLISH,
  de: {
    newMessage: 'Neue Nachricht',
    newNotification: 'Neue Benachrichtigung',
    mentionedYou: (name) => `${name} hat dich erwähnt:`,
    mentionedGroup: (name, group) => `${name} hat @${group} erwähnt:`,
    mentionedEveryone: (name) => `${name} hat alle erwähnt:`,
    testTitle: 'Testbenachrichtigung',
    testBody: (organization, url) => `Das ist eine Testbenachrichtigung von ${organization} (${url}).`,
  },
  fr: {
    newMessage: 'Nouveau message',
    newNotification: 'Nouvelle notification',
    mentionedYou: (name) => `${name} vous a mentionné :`,
    mentionedGroup: (name, group) => `${name} a mentionné @${group} :`,
    mentionedEveryone: (name) => `${name} a mentionné tout le monde :`,
    testTitle: 'Notification de test',
    testBody: (organization, url) => `Ceci est une notification de test de ${organization} (${url}).`,
  },
  es: {
    newMessage: 'Mensaje nuevo',
    newNotification: 'Notificación nueva',
    mentionedYou: (name) => `${name} te mencionó:`,
    mentionedGroup: (name, group) => `${name} mencionó a @${group}:`,
    mentionedEveryone: (name) => `${name} mencionó a todos:`,
    testTitle: 'Notificación de prueba',
    testBody: (organization, url) => `Esta es una notificación de prueba de ${organization} (${url}).`,
  },
};

export function pushWords(language: string): PushWords {
  return WORDS[language] ?? WORDS[language.split('-')[0] ?? ''] ?? ENGLISH;
}
