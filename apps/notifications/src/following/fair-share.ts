import { type LoggedEvent, MESSAGE_ATTRS } from '@parley/contracts';
import { messageSent, messageUpdated } from '@parley/contracts/messaging';
import { z } from 'zod';

/** People whom the events of one transaction may name, unless a single event names more. */
const MAX_NAMED = 5_000;

const flags = z.record(z.string(), z.int());
const sent = z.object({ message: z.object({ attrs: z.int() }), flags });
const updated = z.object({ attrs: z.int(), content: z.unknown(), flags: z.object({ others: flags }) });

/**
 * The first of these events, as many as one transaction takes. A message with `@all`, which all subscribers of a channel may have to be told of, ends
 * the batch. So the time and memory that a batch takes are bounded by the people of an organization, and not by the number of such messages.
 */
export function fairShare(events: readonly LoggedEvent[]): readonly LoggedEvent[] {
  let named = 0;
  for (const [index, event] of events.entries()) {
    const { count, isForAll } = reach(event);
    if (index > 0 && named + count > MAX_NAMED) return events.slice(0, index);
    named += count;
    if (isForAll) return events.slice(0, index + 1);
  }
  return events;
}

/** How many people the event names, and whether it concerns all subscribers of a channel. */
function reach({ type, payload }: LoggedEvent): { readonly count: number; readonly isForAll: boolean } {
  if (type === messageSent.type) {
    const parsed = sent.safeParse(payload);
    if (parsed.success) return { count: sizeOf(parsed.data.flags), isForAll: isForAll(parsed.data.message.attrs) };
  }
  if (type === messageUpdated.type) {
    const parsed = updated.safeParse(payload);
    if (parsed.success && parsed.data.content !== null)
      return { count: sizeOf(parsed.data.flags.others), isForAll: isForAll(parsed.data.attrs) };
  }
  return { count: 0, isForAll: false };
}

function isForAll(attrs: number): boolean {
  return (attrs & MESSAGE_ATTRS.channelWildcard) !== 0;
}

function sizeOf(record: Readonly<Record<string, number>>): number {
  return Object.keys(record).length;
}
