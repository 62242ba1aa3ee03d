import type { PersonalMessage } from '@parley/access';
import type { UserSettingValues } from '@parley/contracts/settings';
import { type MailPart, mailTemplate } from '@parley/mail';
import type { Trigger } from '../deciding/missed-message.js';
import { linkTo } from './conversation-link.js';
import { shownMessage } from './shown-message.js';
import type { Conversation, MailTexts } from './texts/mail-texts.js';
import { textsIn } from './texts/texts-in.js';

// Loaded with the first mail: sanitize-html and the library of Markdown take memory that a process without mails does not need.

/** Everything that a mail shows. */
export interface MissedMail {
  readonly userId: number;
  readonly fullName: string;
  readonly settings: UserSettingValues;
  readonly organization: { readonly name: string; readonly url: string; readonly isContentAllowed: boolean };
  /** Whether the subject begins with the name of the organization. */
  readonly showsOrganization: boolean;
  readonly trigger: Trigger;
  readonly group: string | undefined;
  /** The newest ones, ascending; `olderCount` are not shown. */
  readonly messages: readonly [PersonalMessage, ...PersonalMessage[]];
  readonly olderCount: number;
  /** Read ones before them. */
  readonly context: readonly PersonalMessage[];
  readonly unsubscribeUrl: string;
  readonly canReply: boolean;
}

export const missedMail = mailTemplate<MissedMail>({
  name: 'missed-messages',
  subject: (mail) => {
    const subject = showsContent(mail) ? textsOf(mail).subject(conversationOf(mail)) : textsOf(mail).subjectWithoutContent(countOf(mail));
    return mail.showsOrganization ? `[${mail.organization.name}] ${subject}` : subject;
  },
  body: (mail) => {
    const texts = textsOf(mail);
    return [
      texts.greeting(mail.fullName),
      texts.count(countOf(mail)),
      ...(showsContent(mail) ? contentOf(mail, texts) : [whyHidden(mail, texts)]),
      { label: texts.open, link: showsContent(mail) ? linkTo(mail.organization.url, mail.messages[0].facts) : mail.organization.url },
      texts.because(mail.trigger, mail.group),
      mail.canReply ? texts.mayReply : texts.doNotReply,
      { list: [{ label: texts.unsubscribe, link: mail.unsubscribeUrl }] },
    ];
  },
  language: (mail) => textsOf(mail).locale,
  unsubscribe: ({ unsubscribeUrl }) => unsubscribeUrl,
});

function textsOf({ settings }: MissedMail): MailTexts {
  return textsIn(settings.default_language);
}

function countOf({ messages, olderCount }: MissedMail): number {
  return messages.length + olderCount;
}

function showsContent({ settings, organization }: MissedMail): boolean {
  return organization.isContentAllowed && settings.message_content_in_email_notifications;
}

function whyHidden({ organization }: MissedMail, texts: MailTexts): string {
  return organization.isContentAllowed ? texts.contentHidden : texts.contentHiddenByOrganization;
}

function conversationOf(mail: MissedMail): Conversation {
  const { recipient } = mail.messages[0].facts;
  if (recipient.kind === 'channel')
    return { kind: 'channel', channel: recipient.channelName, topic: recipient.topic === '' ? textsOf(mail).generalChat : recipient.topic };
  return { kind: 'direct', names: recipient.participants.filter(({ id }) => id !== mail.userId).map(({ fullName }) => fullName) };
}

function contentOf(mail: MissedMail, texts: MailTexts): MailPart[] {
  return [
    ...(mail.olderCount > 0 ? [texts.older(mail.olderCount)] : []),
    ...mail.context.map((message) => shown(mail, texts, message, true)),
    ...mail.messages.map((message) => shown(mail, texts, message, false)),
  ];
}

function shown({ organization, settings }: MissedMail, texts: MailTexts, message: PersonalMessage, isContext: boolean): MailPart {
  return shownMessage(message, { url: organization.url, spoiler: texts.spoiler, locale: texts.locale, settings, isContext });
}
