import type { DeclaredClientEvent } from '@parley/client-events';
import { type JsonSchema, jsonSchemaOf } from './json-schema.js';
import { schemaName, schemaReference } from './schema-names.js';

/** Id in the example of the first event of a poll. */
const EXAMPLE_ID = 2_785_279;

/** `reaction`, `add`: `ReactionAddEvent`. */
export function clientEventSchemaName({ type, op }: Pick<DeclaredClientEvent, 'type' | 'op'>): string {
  return schemaName(type, op ?? '', 'event');
}

/** One schema per event, and `Event`: any of them. */
export function clientEventSchemas(events: readonly DeclaredClientEvent[]): Record<string, JsonSchema> {
  const single = [...events].map((event) => [clientEventSchemaName(event), schemaOf(event)] as const).sort(([a], [b]) => (a < b ? -1 : 1));
  const any = {
    description: 'An event. `type` and `op` identify its kind.',
    anyOf: single.map(([name]) => schemaReference(name)),
  };
  return { ...Object.fromEntries(single), Event: any };
}

function schemaOf({ type, op, summary, schema, example }: DeclaredClientEvent): JsonSchema {
  const head = { id: EXAMPLE_ID, type, ...(op === undefined ? {} : { op }) };
  return { description: summary, ...jsonSchemaOf(schema, 'output'), examples: [{ ...head, ...example }] };
}
