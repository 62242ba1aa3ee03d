import type { Delivery, Integration } from './integration.js';
import { type EventFilters, type WrittenDelivery, writeMessages } from './write-messages.js';

/** For specs: a fixture as the integration writes it. */
export function written(
  integration: Integration,
  fixture: { readonly payload: unknown; readonly headers?: Readonly<Record<string, string>> },
  options: Delivery['options'] = {},
  filters: EventFilters = {},
): WrittenDelivery {
  return writeMessages(integration, { headers: {}, ...fixture, options }, filters);
}

/** The only message. */
export function message(...given: Parameters<typeof written>): { topic: string; content: string } {
  const result = written(...given);
  if (result.kind !== 'messages' || result.messages.length !== 1) throw new Error(`expected one message: ${JSON.stringify(result)}`);
  return { topic: '', content: '', ...result.messages[0] };
}
