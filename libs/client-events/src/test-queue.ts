import type { ClientEvent, Part, QueueView } from './fan-out.js';

/** An event queue of user 7 for specs, without any option. */
export const testQueue: QueueView = {
  queueId: 'q',
  userId: 7,
  eventTypes: null,
  narrow: [],
  allPublicStreams: false,
  applyMarkdown: true,
  clientGravatar: false,
  slimPresence: false,
  includeSubscribers: true,
  clientName: 'tests',
  capabilities: {},
};

/** What the queue receives of the parts, if it is in the audience of each and registered the type of each. */
export function receivedBy(queue: QueueView, parts: readonly Part[]): ClientEvent[] {
  const wanted = parts.filter(({ wants }) => wants?.(queue) ?? true);
  return wanted.map(({ clientType, render }) => ({ ...render(queue), type: clientType }));
}
