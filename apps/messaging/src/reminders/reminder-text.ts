import { LIMITS } from '@parley/contracts';
import { channelInFragment, inFragment } from '@parley/markdown';
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

const TRUNCATED = '\n[message truncated]';
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
  return quoted(`${head} [said](${url}):\n`, content);
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

/** Cuts the quote if the text would be longer than a message may be. The message itself has all of it. */
function quoted(head: string, content: string): string {
  const fence = unusedFence(content);
  const around = `${head}${fence}quote\n\n${fence}`;
  const most = LIMITS.max_message_length - [...around].length;
  const characters = [...content];
  const quote = characters.length <= most ? content : `${characters.slice(0, most - TRUNCATED.length).join('')}${TRUNCATED}`;
  return `${head}${fence}quote\n${quote}\n${fence}`;
}

function unusedFence(content: string): string {
  const longest = Math.max(2, ...(content.match(/`+/g) ?? []).map(({ length }) => length));
  return '`'.repeat(longest + 1);
}
