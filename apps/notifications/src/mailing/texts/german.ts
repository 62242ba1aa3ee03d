import type { MailTexts } from './mail-texts.js';

const plurals = new Intl.PluralRules('de');
const isOne = (count: number) => plurals.select(count) === 'one';
const messages = (count: number) => (isOne(count) ? 'eine Nachricht' : `${count} Nachrichten`);

export const GERMAN: MailTexts = {
  locale: 'de',
  generalChat: 'Allgemeiner Chat',
  subject: (conversation) => {
    if (conversation.kind === 'channel') return `#${conversation.channel} > ${conversation.topic}`;
    const { names } = conversation;
    if (names.length === 0) return 'Nachrichten an dich selbst';
    if (names.length === 1) return `Direktnachrichten mit ${names[0]}`;
    if (names.length <= 3) return `Gruppen-Direktnachrichten mit ${new Intl.ListFormat('de').format(names)}`;
    return `Gruppen-Direktnachrichten mit ${names.slice(0, 2).join(', ')} und ${names.length - 2} weiteren`;
  },
  subjectWithoutContent: (count) => `Du hast ${messages(count)} verpasst`,
  greeting: (name) => `Hallo ${name},`,
  count: (count) => `du hast in dieser Unterhaltung ${messages(count)} verpasst.`,
  older: (count) =>
    isOne(count)
      ? 'Davor gibt es eine weitere Nachricht dieser Unterhaltung, die hier fehlt.'
      : `Davor gibt es ${count} weitere Nachrichten dieser Unterhaltung, die hier fehlen.`,
  contentHidden: 'Diese Mail zeigt wegen deiner Einstellungen keine Nachrichten.',
  contentHiddenByOrganization: 'Diese Mail zeigt wegen der Einstellungen deiner Organisation keine Nachrichten.',
  open: 'Unterhaltung öffnen',
  because: (trigger, group) => {
    switch (trigger) {
      case 'direct':
        return 'Du erhältst diese Mail wegen einer Direktnachricht.';
      case 'mention':
        return 'Du erhältst diese Mail, weil du erwähnt wurdest.';
      case 'groupMention':
        return group === undefined
          ? 'Du erhältst diese Mail, weil eine deiner Gruppen erwähnt wurde.'
          : `Du erhältst diese Mail, weil @${group} erwähnt wurde.`;
      case 'topicWildcardInFollowedTopic':
        return 'Du erhältst diese Mail, weil alle Beteiligten eines Themas erwähnt wurden, dem du folgst.';
      case 'channelWildcardInFollowedTopic':
        return 'Du erhältst diese Mail, weil in einem Thema, dem du folgst, alle erwähnt wurden.';
      case 'topicWildcard':
        return 'Du erhältst diese Mail, weil alle Beteiligten des Themas erwähnt wurden.';
      case 'channelWildcard':
        return 'Du erhältst diese Mail, weil alle im Kanal erwähnt wurden.';
      case 'followedTopic':
        return 'Du erhältst diese Mail, weil du dem Thema folgst.';
      case 'channel':
        return 'Du erhältst diese Mail, weil du über alle Nachrichten des Kanals informiert werden willst.';
    }
  },
  mayReply: 'Wenn du auf diese Mail antwortest, steht die Antwort in der Unterhaltung. Das geht eine Woche lang.',
  doNotReply: 'Antworten auf diese Mail erreichen niemanden. Antworte in der Unterhaltung.',
  unsubscribe: 'Keine Mails über verpasste Nachrichten mehr erhalten',
  spoiler: '(Öffne die Unterhaltung, um den Rest zu sehen.)',
};
