import { LIMITS } from '@parley/contracts';
import { quotedText } from '../composing/quoted-text.js';

interface Named {
  readonly id: number;
  readonly name: string;
}

/** A message that someone reported. */
export interface ReportedMessage {
  readonly id: number;
  readonly content: string;
  /** Seconds since the epoch. */
  readonly sentAt: number;
  readonly sender: Named;
  /** Undefined for a direct message. */
  readonly place: { readonly channelName: string; readonly topic: string } | undefined;
  /** The others of a direct message, without its sender. */
  readonly recipients: readonly Named[];
}

export interface Report {
  readonly reporter: Named;
  /** Its name. */
  readonly type: string;
  readonly description: string;
}

// The texts are fixed, because clients recognize them.

/** The text of the notification bot. */
export function reportText(message: ReportedMessage, { reporter, type, description }: Report): string {
  const { id, content, sentAt, sender, place, recipients } = message;
  const time = `<time:${new Date(sentAt * 1_000).toISOString().replace('.000Z', '+00:00')}>`;
  const what = place === undefined ? 'a direct message' : 'a message';
  const to = place === undefined && recipients.length > 0 ? ` to ${recipients.map(mention).join(', ')}` : '';
  const header = `${mention(reporter)} reported ${what} sent by ${mention(sender)}${to} at ${time}.`;
  const reason = quotedText('', 'quote', description === '' ? `**${type}**.` : `**${type}**. ${description}`);
  const where = place === undefined ? '' : ` at #**${place.channelName}>${place.topic}@${id}**`;
  return quotedText(`${header}\n${reason}\n\n`, ` spoiler Original message${where}`, content);
}

const SUFFIX = ' moderation';

/** All reports about a person are in one topic. */
export function reportTopic(sender: Named): string {
  return `${[...sender.name].slice(0, LIMITS.max_topic_length - SUFFIX.length).join('')}${SUFFIX}`;
}

function mention({ id, name }: Named): string {
  return `@_**${name}|${id}**`;
}
