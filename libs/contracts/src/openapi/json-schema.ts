import { z } from 'zod';

type Schema = z.core.JSONSchema.JSONSchema;

/** A JSON Schema object (draft 2020-12, the dialect of OpenAPI 3.1). */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What zod cannot say in JSON Schema becomes "anything". Defaults are optional on the way in, present on the way out. */
export function jsonSchemaOf(schema: z.ZodType, direction: 'input' | 'output'): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io: direction,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // An integer that JavaScript can hold: true of every number of the API, and not worth saying.
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

/** With `anyOf` in place of each list of types, which generators that began with OpenAPI 3.0 do not read. All of them know "or null". */
function withSplitTypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSplitTypes);
  if (typeof value !== 'object' || value === null) return value;
  const { type, ...rest } = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withSplitTypes(inner)]));
  if (type === undefined) return rest;
  const isSplit = Array.isArray(type) && type.filter((each) => each !== 'null').length > 1;
  return isSplit ? { anyOf: type.map((each: unknown) => ({ type: each })), ...rest } : { type, ...rest };
}

/**
 * What any item of a tuple can be. The number of items bounds the tuple already. Generators of clients fail at `items: false`, and read items
 * beside `prefixItems` as one item more.
 */
function anyOf(schemas: readonly Schema[]): Schema {
  const distinct = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  const [only = {}, ...others] = distinct;
  return others.length === 0 ? only : { anyOf: distinct };
}

const SCALARS = new Set(['integer', 'number', 'boolean']);

/** Whether its JSON text is what one would write in a form anyway: 5, true. */
export function isPlainScalar(schema: JsonSchema): boolean {
  return typeof schema.type === 'string' && SCALARS.has(schema.type);
}
