import type { PersonalMessage } from '@parley/access';
import type { UserSettingValues } from '@parley/contracts/settings';
import { type MailPart, mailTemplate } from '@parley/mail';
import { channelInFragment, inFragment } from '@parley/markdown';
import { escapeHtml } from '@parley/runtime';
import { shownMessage } from '../mailing/shown-message.js';
import type { DigestTopic, NewChannel } from './digest-content.repository.js';
import { type DigestTexts, digestTextsIn } from './texts/digest-texts-in.js';

// Loaded with the first mail, as what compose-missed-mail.ts loads.

interface DigestConversation extends DigestTopic {
  readonly shown: readonly PersonalMessage[];
}

/** Everything that a digest shows. */
interface DigestMail {
  readonly fullName: string;
  readonly settings: UserSettingValues;
  readonly organization: { readonly name: string; readonly url: string };
  /** Otherwise it only counts. */
  readonly showsContent: boolean;
  readonly conversations: readonly DigestConversation[];
  readonly channels: readonly NewChannel[];
  readonly unsubscribeUrl: string;
}

export const digestMail = mailTemplate<DigestMail>({
  name: 'digest',
  subject: (mail) => textsOf(mail).subject(mail.organization.name),
  body: (mail) => {
    const texts = textsOf(mail);
    return [
      texts.greeting(mail.fullName),
      texts.away(mail.organization.name),
      ...(mail.showsContent ? contentOf(mail, texts) : countsOf(mail, texts)),
      { label: texts.open(mail.organization.name), link: mail.organization.url },
      texts.because,
      { list: [{ label: texts.unsubscribe, link: mail.unsubscribeUrl }] },
    ];
  },
  language: (mail) => textsOf(mail).locale,
  unsubscribe: ({ unsubscribeUrl }) => unsubscribeUrl,
});

function textsOf({ settings }: DigestMail): DigestTexts {
  return digestTextsIn(settings.default_language);
}

function countsOf({ conversations, channels }: DigestMail, texts: DigestTexts): MailPart[] {
  return [
    ...(conversations.length > 0 ? [texts.conversations(conversations.length)] : []),
    ...(channels.length > 0 ? [texts.newChannels(countOf(channels))] : []),
    texts.contentHidden,
  ];
}

function contentOf(mail: DigestMail, texts: DigestTexts): MailPart[] {
  const { conversations, channels, organization } = mail;
  const left = countOf(channels) - channels.length;
  return [
    ...conversations.flatMap((conversation) => conversationOf(mail, texts, conversation)),
    ...(channels.length === 0
      ? []
      : [texts.newChannels(countOf(channels)), { list: channels.map((each) => linkOf(organization.url, each)) }]),
    ...(left > 0 ? [texts.furtherChannels(left)] : []),
  ];
}

function conversationOf({ settings, organization: { url } }: DigestMail, texts: DigestTexts, conversation: DigestConversation): MailPart[] {
  const { channelId, channelName, topic, shown, messages, senders } = conversation;
  const name = `#${channelName} > ${topic === '' ? texts.generalChat : topic}`;
  const counts = texts.counts(messages, senders);
  const channel = channelInFragment({ id: channelId, name: channelName });
  return [
    {
      text: `${name}\n${counts}`,
      html: `<p style="margin:0 0 12px"><strong>${escapeHtml(name)}</strong><br>${escapeHtml(counts)}</p>`,
    },
    ...shown.map((message) => shownMessage(message, { url, spoiler: texts.spoiler, locale: texts.locale, settings })),
    { list: [{ label: texts.read(name), link: `${url}/#narrow/${channel}/topic/${inFragment(topic)}` }] },
  ];
}

function linkOf(url: string, channel: NewChannel) {
  return { label: `#${channel.name}`, link: `${url}/#narrow/${channelInFragment(channel)}` };
}

function countOf([first]: readonly NewChannel[]): number {
  return first?.count ?? 0;
}
