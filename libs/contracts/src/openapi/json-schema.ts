import { z } from 'zod';

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
    },
  });
  return rest;
}

const SCALARS = new Set(['integer', 'number', 'boolean']);

/** Whether its JSON text is what one would write in a form anyway: 5, true. */
export function isPlainScalar(schema: JsonSchema): boolean {
  return typeof schema.type === 'string' && SCALARS.has(schema.type);
}
