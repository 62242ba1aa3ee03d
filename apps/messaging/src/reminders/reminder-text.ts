import { channelInFragment, inFragment } from '@parley/markdown';
import { quotedText } from '../composing/quoted-text.js';
import { widgetOfContent } from '../composing/widget-of-content.js';

/** A message that its reader wants to be reminded of. */
export interface RemindedMessage {
  readonly id: number;
  readonly content: string;
  readonly sender: { readonly id: number; readonly name: string };
  readonly place:
    | { readonly channel: { readonly id: number; readonly name: string }; readonly topic: string }
    | { readonly participantIds: readonly number[] };
}

const WIDGET_NAMES = { poll: 'poll', todo: 'todo list' } as const;

/** The text of the notification bot. `address`: of the organization. Clients know the text. */
export function reminderText(message: RemindedMessage, note: string, address: string): string {
  const { id, content, sender, place } = message;
  const about = 'channel' in place ? `You requested a reminder for #**${place.channel.name}>${place.topic}@${id}**.` : ABOUT_DIRECT_MESSAGE;
  const writer = `@_**${sender.name}|${sender.id}**`;
  const url = `${address}/#narrow/${threadOf(place)}/near/${id}`;
  const head = `${about}${noted(note)}\n\n${writer}`;
  const widget = widgetOfContent(content);
  if (widget !== null) return `${head} [sent](${url}) a ${WIDGET_NAMES[widget.widget_type]}.`;
  return quotedText(`${head} [said](${url}):\n`, 'quote', content);
}

const ABOUT_DIRECT_MESSAGE = 'You requested a reminder for the following direct message.';

/** For a message that was deleted, or that its reader may not read any more. */
export function lostReminderText(note: string): string {
  return `You requested a reminder for a message that you can no longer read.${noted(note)}`;
}

/** A note of several lines is one quote. */
function noted(note: string): string {
  return note === '' ? '' : ` Note:\n > ${note.replaceAll('\n', '\n > ')}`;
}

function threadOf(place: RemindedMessage['place']): string {
  if ('participantIds' in place) return `dm/${place.participantIds.join(',')}`;
  return `${channelInFragment(place.channel)}/topic/${inFragment(place.topic)}`;
}
