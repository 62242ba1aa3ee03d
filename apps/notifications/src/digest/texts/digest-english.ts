import { ENGLISH } from '../../mailing/texts/english.js';
import type { DigestTexts } from './digest-texts-in.js';

const plurals = new Intl.PluralRules('en');
const counted = (count: number, one: string, others: string) => `${count} ${plurals.select(count) === 'one' ? one : others}`;

export const DIGEST_ENGLISH: DigestTexts = {
  locale: ENGLISH.locale,
  generalChat: ENGLISH.generalChat,
  spoiler: ENGLISH.spoiler,
  greeting: ENGLISH.greeting,
  subject: (organization) => `What happened in ${organization}`,
  away: (organization) => `this happened in ${organization} while you were away.`,
  conversations: (count) => `${counted(count, 'conversation', 'conversations')} in your channels`,
  counts: (messages, people) => `${counted(messages, 'message', 'messages')} by ${counted(people, 'person', 'people')}`,
  read: (conversation) => `Read ${conversation}`,
  newChannels: (count) => counted(count, 'new channel:', 'new channels:'),
  furtherChannels: (count) => `and ${counted(count, 'further one', 'further ones')}`,
  contentHidden: 'This mail does not show what they are about, because of your settings or those of your organization.',
  open: (organization) => `Open ${organization}`,
  because: 'You receive this because you were away for some days. Your organization sends it once a week at most.',
  unsubscribe: 'Get no more mails like this',
};
