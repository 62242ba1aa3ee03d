import { z } from 'zod';

type Schema = z.core.JSONSchema.JSONSchema;

/** A JSON Schema object (draft 2020-12, the dialect of OpenAPI 3.1). */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Types that JSON Schema cannot express become "anything". Fields with defaults are optional in input and present in output. */
export function jsonSchemaOf(schema: z.ZodType, direction: 'input' | 'output'): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io: direction,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // The range of exact integers in JavaScript applies to every number of the API, so it is omitted.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.items === false) {
        jsonSchema.items = anyOf((jsonSchema.prefixItems ?? []).filter((item) => typeof item !== 'boolean'));
        delete jsonSchema.prefixItems;
      }
    },
  });
  return Object(withSplitTypes(rest));
}

/** Replaces each list of types by `anyOf`, because generators based on OpenAPI 3.0 do not support such lists. All of them support "or null". */
function withSplitTypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSplitTypes);
  if (typeof value !== 'object' || value === null) return value;
  const { type, ...rest } = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withSplitTypes(inner)]));
  if (type === undefined) return rest;
  const isSplit = Array.isArray(type) && type.filter((each) => each !== 'null').length > 1;
  return isSplit ? { anyOf: type.map((each: unknown) => ({ type: each })), ...rest } : { type, ...rest };
}

/**
 * The union of the items of a tuple. Its number of items already bounds the tuple. Client generators fail at `items: false`, and interpret items
 * next to `prefixItems` as an additional item.
 */
function anyOf(schemas: readonly Schema[]): Schema {
  const distinct = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  const [only = {}, ...others] = distinct;
  return others.length === 0 ? only : { anyOf: distinct };
}

const SCALARS = new Set(['integer', 'number', 'boolean']);

/** Whether its JSON text is also its natural text in a form: 5, true. */
export function isPlainScalar(schema: JsonSchema): boolean {
  return typeof schema.type === 'string' && SCALARS.has(schema.type);
}
