import { z } from 'zod';

const reaction = z.object({ emoji_name: z.string(), user_id: z.int() });
const messages = z.object({ messages: z.array(z.int()), flag: z.string() });

/** The events that a flow compares. Of other types only the id counts. */
const receivedEvent = z.union([
  z.object({
    id: z.int(),
    type: z.literal('message'),
    flags: z.array(z.string()),
    message: z.object({ id: z.int(), content: z.string() }),
  }),
  z.object({ id: z.int(), type: z.literal('update_message'), message_id: z.int(), content: z.string() }),
  reaction.extend({ id: z.int(), type: z.literal('reaction'), op: z.enum(['add', 'remove']), message_id: z.int() }),
  messages.extend({ id: z.int(), type: z.literal('update_message_flags'), op: z.enum(['add', 'remove']) }),
  z.object({ id: z.int(), type: z.string() }),
]);

/** A message as it is known both by GET /messages and by a client that received all its events. */
export interface KnownMessage {
  readonly id: number;
  readonly content: string;
  readonly reactions: readonly string[];
  readonly flags: readonly string[];
}

export interface ReceivedMessages {
  /** In the order in which they were received, with the changes of later events. A message that was received twice is contained twice. */
  readonly messages: KnownMessage[];
  /** In the order in which they were received. */
  readonly eventIds: number[];
  readonly types: ReadonlySet<string>;
}

/** The state of a client that received these events, one per line. */
export function receivedMessages(lines: readonly string[]): ReceivedMessages {
  const order: number[] = [];
  const known = new Map<number, { content: string; reactions: Set<string>; flags: Set<string> }>();
  const events = lines.map((line) => receivedEvent.parse(JSON.parse(line)));
  for (const event of events) {
    if ('message' in event) {
      order.push(event.message.id);
      known.set(event.message.id, { content: event.message.content, reactions: new Set(), flags: new Set(event.flags) });
    } else if ('content' in event) {
      const message = known.get(event.message_id);
      if (message !== undefined) message.content = event.content;
    } else if ('emoji_name' in event) {
      change(known.get(event.message_id)?.reactions, event.op, `${event.user_id} ${event.emoji_name}`);
    } else if ('messages' in event) {
      for (const id of event.messages) change(known.get(id)?.flags, event.op, event.flag);
    }
  }
  return {
    messages: order.flatMap((id) => {
      const message = known.get(id);
      return message === undefined ? [] : { id, content: message.content, reactions: [...message.reactions], flags: [...message.flags] };
    }),
    eventIds: events.map(({ id }) => id),
    types: new Set(events.map(({ type }) => type)),
  };
}

function change(set: Set<string> | undefined, op: 'add' | 'remove', value: string): void {
  if (op === 'add') set?.add(value);
  else set?.delete(value);
}
