import { LIMITS } from '@parley/contracts';
import type { Delivery, Integration, WebhookMessage } from './integration.js';
import { withShortTexts } from './text/bounds.js';
import { cutMessage } from './text/cut.js';

/** Of one delivery. A sender could put thousands into its two megabytes. */
export const MAX_MESSAGES = 20;

export interface EventFilters {
  readonly only?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
}

/** `event`: the name that the sender gave it, or null if it has only one. */
export type WrittenDelivery =
  | { readonly kind: 'messages'; readonly event: string | null; readonly messages: readonly WebhookMessage[] }
  | { readonly kind: 'ignored'; readonly event: string | null; readonly reason: 'unsupported' | 'filtered' | 'irrelevant' };

/** Pure: the same delivery always has the same messages. @throws ApiError for a payload without the fields of its event */
export function writeMessages(integration: Integration, arrived: Delivery, filters: EventFilters): WrittenDelivery {
  const delivery = { ...arrived, payload: withShortTexts(arrived.payload) };
  const event = integration.eventOf?.(delivery) ?? null;
  const write = event === null ? Object.values(integration.events)[0] : ownEntry(integration.events, event);
  if (write === undefined) return { kind: 'ignored', event, reason: 'unsupported' };
  if (event !== null && isFiltered(event, filters)) return { kind: 'ignored', event, reason: 'filtered' };
  const written = write(delivery);
  if (written === undefined) return { kind: 'ignored', event, reason: 'irrelevant' };
  const messages = withinLimit([written].flat());
  return messages.length === 0 ? { kind: 'ignored', event, reason: 'irrelevant' } : { kind: 'messages', event, messages };
}

/** The last message that is kept says how many are left out. */
function withinLimit(written: readonly WebhookMessage[]): WebhookMessage[] {
  const left = written.length - MAX_MESSAGES;
  return written.slice(0, MAX_MESSAGES).map(({ topic, content }, n) => {
    const closing = left > 0 && n === MAX_MESSAGES - 1 ? `\n\n… and ${left} more, which are left out` : '';
    return { topic, content: cutMessage(literalStart(content), LIMITS.max_message_length - closing.length) + closing };
  });
}

/** Names with `*` stand for all that begin, end or continue so. */
export function matchesPattern(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return pattern === text;
  const last = rest.pop() ?? '';
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false;
  let from = first.length;
  for (const part of rest) {
    const at = text.indexOf(part, from);
    if (at === -1 || at + part.length > text.length - last.length) return false;
    from = at + part.length;
  }
  return true;
}

function isFiltered(event: string, { only, exclude }: EventFilters): boolean {
  const isIn = (patterns: readonly string[]) => patterns.some((pattern) => matchesPattern(pattern, event));
  return (only !== undefined && !isIn(only)) || (exclude !== undefined && isIn(exclude));
}

/** A message that begins with a slash could be a command, such as a poll. */
function literalStart(content: string): string {
  const text = content.trimStart();
  return text.startsWith('/') ? `&#47;${text.slice(1)}` : text;
}

function ownEntry<T>(entries: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(entries, name) ? entries[name] : undefined;
}
