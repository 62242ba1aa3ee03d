import { deleteMessage, updateMessage, updateMessageFlags } from '@parley/contracts/messaging';
import type { Actor, ApiAnswer } from '../client/actor.js';
import { askUntilAnswered, TRY_TIMEOUT_MS } from './ask-until-answered.js';
import type { FactKind } from './ledger.js';
import type { PolledEvent } from './poller.js';

/** A change of one message. Repeating it changes nothing. */
export interface MessageChange {
  readonly kind: FactKind;
  /** As `tokensOf` derives it from the event. */
  readonly token: string;
  /** The error message if the change was already made; undefined if a repetition succeeds. */
  readonly refusalWhenDone?: string;
  ask(actor: Actor): Promise<ApiAnswer<unknown>>;
}

const options = { timeoutMs: TRY_TIMEOUT_MS };
/** A notice would be a message that the load did not send. */
const quietly = { send_notification_to_old_thread: false, send_notification_to_new_thread: false };

export function edit(id: number, content: string): MessageChange {
  return {
    kind: 'edited',
    token: tokens.edited(id, content),
    ask: (actor) => actor.call(updateMessage, { message_id: id, content }, options),
  };
}

export function moveToTopic(id: number, topic: string): MessageChange {
  return {
    kind: 'moved',
    token: tokens.movedToTopic(id, topic),
    refusalWhenDone: 'Nothing to change',
    ask: (actor) => actor.call(updateMessage, { message_id: id, topic, ...quietly }, options),
  };
}

export function moveToChannel(id: number, channelId: number): MessageChange {
  return {
    kind: 'moved',
    token: tokens.movedToChannel(id, channelId),
    refusalWhenDone: 'Nothing to change',
    ask: (actor) => actor.call(updateMessage, { message_id: id, stream_id: channelId, ...quietly }, options),
  };
}

export function remove(id: number): MessageChange {
  return {
    kind: 'deleted',
    token: tokens.deleted(id),
    refusalWhenDone: 'Invalid message(s)',
    ask: (actor) => actor.call(deleteMessage, { message_id: id }, options),
  };
}

export function flag(id: number, op: 'add' | 'remove', name: 'read' | 'starred'): MessageChange {
  return {
    kind: 'flagged',
    token: tokens.flagged(id, op, name),
    ask: (actor) => actor.call(updateMessageFlags, { messages: [id], op, flag: name }, options),
  };
}

/**
 * Returns false if it gave up, so that the change may have happened or not.
 * @throws if the change is refused
 */
export async function changeUntilAcknowledged(actor: Actor, change: MessageChange): Promise<boolean> {
  const answered = await askUntilAnswered(() => change.ask(actor));
  if (answered === undefined) return false;
  const { answer, mayBeRepeated } = answered;
  if (answer.status === 200 || (mayBeRepeated && answer.body.msg === change.refusalWhenDone)) return true;
  throw new Error(`${change.token} failed: ${JSON.stringify(answer.body)}`);
}

/** The facts in an event, one token for each message that it names. */
export function tokensOf(event: PolledEvent): string[] {
  if (event.message !== undefined) return [event.message.content];
  const ids = event.messages ?? event.message_ids ?? [event.message_id ?? 0];
  return ids.map((id) => tokenOf(event, id));
}

function tokenOf({ type, content, new_stream_id, subject, op = '', flag: name = '' }: PolledEvent, id: number): string {
  if (type === 'delete_message') return tokens.deleted(id);
  if (type === 'update_message_flags') return tokens.flagged(id, op, name);
  if (content !== undefined) return tokens.edited(id, content);
  return new_stream_id === undefined ? tokens.movedToTopic(id, subject ?? '') : tokens.movedToChannel(id, new_stream_id);
}

const tokens = {
  edited: (id: number, content: string) => `${id} edited to ${content}`,
  movedToTopic: (id: number, topic: string) => `${id} moved to topic ${topic}`,
  movedToChannel: (id: number, channelId: number) => `${id} moved to channel ${channelId}`,
  deleted: (id: number) => `${id} deleted`,
  flagged: (id: number, op: string, name: string) => `${id} ${op} ${name}`,
};
