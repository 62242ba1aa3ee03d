import type { JsonSchema } from './json-schema.js';

const LOCAL = '#/$defs/';

/** Moves the `$defs` of all schemas to the document, with one schema per name. */
export function withSharedSchemas(
  document: JsonSchema,
  schemas: JsonSchema,
): { readonly document: JsonSchema; readonly schemas: JsonSchema } {
  const shared: Record<string, unknown> = {};
  const moved = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(moved);
    if (typeof value !== 'object' || value === null) return value;
    const { $defs, ...rest } = Object(value) as Record<string, unknown>;
    for (const [name, schema] of Object.entries(Object($defs))) shared[name] ??= moved(schema);
    return Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, key === '$ref' ? placeOf(inner) : moved(inner)]));
  };
  const [shownDocument, shownSchemas] = [Object(moved(document)), Object(moved(schemas))];
  return { document: shownDocument, schemas: { ...shared, ...shownSchemas } };
}

function placeOf(reference: unknown): unknown {
  return typeof reference === 'string' && reference.startsWith(LOCAL) ? `#/components/schemas/${reference.slice(LOCAL.length)}` : reference;
}
