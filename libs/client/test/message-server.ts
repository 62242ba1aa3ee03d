import type { ServerEvent } from '@parley/client-events';
import type { MessageObject } from '@parley/contracts/messaging';
import type { Caller } from '../src/api/client.js';
import { isInNarrow, type Narrow } from '../src/messages/narrow.js';
import { scriptedCaller } from './scripted-caller.js';

export const ME = 5;
const OTHER = 7;
type Fields = Readonly<Record<string, unknown>>;

/** A slow read: it saw the messages at its time, and its answer arrives when the test lets it. */
interface Reading {
  readonly answer: () => void;
}

/** The messages of a person as a simple model, with events, and answers that the test holds back. */
export class MessageServer {
  messages: MessageObject[] = [];
  /** Not yet delivered. */
  readonly events: ServerEvent[] = [];
  readonly reading: Reading[] = [];
  private newest = 0;
  private eventId = 0;

  readonly caller: Caller = scriptedCaller({
    getMessages: (params) => this.later(params.message_ids === undefined ? this.page(params) : this.some(params)),
    matchNarrow: ({ msg_ids, narrow }) =>
      this.later({
        messages: Object.fromEntries(
          this.messages
            .filter((message) => (msg_ids as number[]).includes(message.id) && this.matches(narrow as Narrow, message))
            .map(({ id }) => [id, { match_content: '', match_subject: '' }]),
        ),
      }),
  });

  /** What the server finds. `search` is for messages whose content has the word. */
  matches(narrow: Narrow, message: MessageObject): boolean {
    const known = narrow.filter(({ operator }) => operator !== 'search');
    const words = narrow.filter(({ operator }) => operator === 'search').map(({ operand }) => String(operand));
    return isInNarrow(known, message, ME) === true && words.every((word) => message.content.includes(word));
  }

  send(topic: string, content: string, isRead: boolean): void {
    this.newest += 1;
    const message = newMessage(this.newest, topic, content);
    const flags = isRead ? ['read'] : [];
    this.messages.push({ ...message, flags });
    this.log({ type: 'message', message, flags });
  }

  edit(id: number, content: string): void {
    const before = this.messages.find((message) => message.id === id);
    if (before === undefined) return;
    this.change(id, { content, last_edit_timestamp: 9 });
    const { flags = [] } = before;
    this.log({ ...updated([id], flags), content, rendered_content: content, orig_content: before.content });
  }

  move(ids: readonly number[], subject: string): void {
    const moved = this.messages.filter(({ id }) => ids.includes(id));
    const [first] = moved;
    if (first === undefined) return;
    for (const { id } of moved) this.change(id, { subject, last_moved_timestamp: 9 });
    this.log({
      ...updated(
        moved.map(({ id }) => id),
        first.flags ?? [],
      ),
      stream_id: 3,
      orig_subject: first.subject,
      subject,
      propagate_mode: 'change_later',
    });
  }

  delete(id: number): void {
    if (!this.messages.some((message) => message.id === id)) return;
    this.messages = this.messages.filter((message) => message.id !== id);
    this.log({ type: 'delete_message', message_ids: [id], message_type: 'stream' });
  }

  flag(ids: readonly number[], flag: string, op: 'add' | 'remove'): void {
    const changed = this.messages.filter(({ id, flags = [] }) => ids.includes(id) && flags.includes(flag) !== (op === 'add'));
    if (changed.length === 0) return;
    for (const { id, flags = [] } of changed)
      this.change(id, { flags: op === 'add' ? [...flags, flag] : flags.filter((other) => other !== flag) });
    this.log({ type: 'update_message_flags', op, operation: op, flag, messages: changed.map(({ id }) => id), all: false });
  }

  react(id: number, code: string, op: 'add' | 'remove'): void {
    const message = this.messages.find((each) => each.id === id);
    const reaction = { emoji_name: code, emoji_code: code, reaction_type: 'unicode_emoji', user_id: OTHER };
    if (message === undefined || message.reactions.some(({ emoji_code }) => emoji_code === code) === (op === 'add')) return;
    const others = message.reactions.filter(({ emoji_code }) => emoji_code !== code);
    this.change(id, { reactions: op === 'add' ? [...others, reaction] : others });
    this.log({ type: 'reaction', op, message_id: id, ...reaction });
  }

  private change(id: number, fields: Partial<MessageObject>): void {
    this.messages = this.messages.map((message) => (message.id === id ? { ...message, ...fields } : message));
  }

  private log(event: Fields): void {
    this.eventId += 1;
    this.events.push(JSON.parse(JSON.stringify({ id: this.eventId, ...event })));
  }

  /** Read now, answered later. */
  private later(body: unknown): Promise<unknown> {
    return new Promise((resolve) => {
      this.reading.push({ answer: () => resolve(body) });
    });
  }

  private some({ message_ids }: Fields): unknown {
    return { messages: this.messages.filter(({ id }) => (message_ids as number[]).includes(id)), history_limited: false };
  }

  private page({ anchor, num_before, num_after, include_anchor = true, narrow }: Fields): unknown {
    const found = this.messages.filter((message) => this.matches(narrow as Narrow, message));
    const at = anchor === 'newest' ? (found.at(-1)?.id ?? 10_000) : anchor === 'oldest' ? 0 : Number(anchor);
    const older = found.filter(({ id }) => id < at);
    const newer = found.filter(({ id }) => id > at);
    const before = Number(num_before) === 0 ? [] : older.slice(-Number(num_before));
    const after = newer.slice(0, Number(num_after));
    const middle = include_anchor === true ? found.filter(({ id }) => id === at) : [];
    return {
      messages: [...before, ...middle, ...after],
      anchor: at,
      found_oldest: before.length === older.length && Number(num_before) > 0,
      found_newest: after.length === newer.length && Number(num_after) > 0,
      history_limited: false,
    };
  }
}

function updated(ids: readonly number[], flags: readonly string[]) {
  return { type: 'update_message', user_id: OTHER, edit_timestamp: 9, message_id: ids[0], message_ids: ids, flags, rendering_only: false };
}

function newMessage(id: number, subject: string, content: string): MessageObject {
  return {
    id,
    type: 'stream',
    stream_id: 3,
    subject,
    content,
    content_type: 'text/html',
    timestamp: 1,
    sender_id: OTHER,
    sender_email: 'other@demo.example',
    sender_full_name: 'Other',
    sender_realm_str: 'demo',
    avatar_url: null,
    client: 'tests',
    display_recipient: 'general',
    recipient_id: 1,
    is_me_message: false,
    reactions: [],
    submessages: [],
    topic_links: [],
  };
}
