import type { DomainEvent } from '../domain-event.js';
import { type JsonSchema, jsonSchemaOf } from './json-schema.js';

export type CataloguedEvent = Pick<DomainEvent, 'type' | 'owner' | 'payload'>;

/** What can happen, as the event log keeps it: name, owner, payload. Queues get it translated to what their client declared it knows. */
export function eventCatalogue(events: readonly CataloguedEvent[]): JsonSchema[] {
  return [...events]
    .sort((a, b) => a.type.localeCompare(b.type))
    .map(({ type, owner, payload }) => ({ name: type, owner, payload: jsonSchemaOf(payload, 'output') }));
}
