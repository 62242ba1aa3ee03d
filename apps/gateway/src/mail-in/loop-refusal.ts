import type { ReadMail } from './read-mail.js';
import { refused, type SmtpRefusal } from './smtp-refusal.js';

/** The header of all mails of this installation. Mails that come back are never taken. */
export const ORIGIN_HEADER = 'x-parley-origin';
const MAX_HOPS = 50;
const AUTOMATIC_ANSWERS = new Set(['auto_reply', 'auto-reply']);
const BULK = new Set(['bulk', 'junk', 'list']);

/**
 * Why a mail is not taken that a program wrote. Programs may write to channels, as build servers and mailing lists do, but they may not answer: neither a
 * person's mail about missed messages, nor a channel.
 */
export function loopRefusal(
  { headers, hops }: Pick<ReadMail, 'headers' | 'hops'>,
  isReply: boolean,
  origin: string,
): SmtpRefusal | undefined {
  const value = (name: string) => (headers.get(name) ?? '').trim().toLowerCase();
  if (value(ORIGIN_HEADER) === origin.toLowerCase() || hops > MAX_HOPS) return refused('5.4.6', 'The mail is in a loop', 554);
  const [automatic = ''] = value('auto-submitted').split(/[;\s]/, 1);
  const precedence = value('precedence');
  const isAnswer =
    automatic.startsWith('auto-replied') ||
    automatic === 'auto-notified' ||
    AUTOMATIC_ANSWERS.has(precedence) ||
    headers.has('x-autoreply') ||
    headers.has('x-autorespond');
  if (isAnswer) return refused('5.7.1', 'Automatic replies are not taken');
  const isProgram = (automatic !== '' && automatic !== 'no') || BULK.has(precedence) || headers.has('list-id');
  return isReply && isProgram ? refused('5.7.1', 'Only a person can answer, no program and no mailing list') : undefined;
}
