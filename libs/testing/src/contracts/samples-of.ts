import * as fc from 'fast-check';
import { z } from 'zod';

/** The parts of a JSON Schema that zod writes. */
const part = z.object({
  $ref: z.string().optional(),
  $defs: z.record(z.string(), z.unknown()).optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  not: z.unknown().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  allOf: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
  propertyNames: z.unknown().optional(),
  additionalProperties: z.unknown().optional(),
  items: z.unknown().optional(),
  prefixItems: z.array(z.unknown()).optional(),
  minItems: z.int().default(0),
  maxItems: z.int().default(Number.MAX_SAFE_INTEGER),
  minLength: z.int().default(0),
  maxLength: z.int().default(Number.MAX_SAFE_INTEGER),
  pattern: z.string().optional(),
  format: z.string().optional(),
  minimum: z.number().default(1),
  maximum: z.number().default(Number.MAX_SAFE_INTEGER),
  exclusiveMinimum: z.number().optional(),
});
type Part = z.infer<typeof part>;

/** How often a part may contain itself. */
const DEEPEST_REPETITION = 1;

/**
 * Values that a JSON Schema accepts, always the same ones: first the smallest, without what is optional, then others, until each field is present,
 * each alternative is used, and each value of an enumeration occurs.
 * @param fields - the value of fields with this name whose rule is not in the schema
 */
export function samplesOf(schema: unknown, fields: Readonly<Record<string, unknown>> = {}): unknown[] {
  const definitions = part.parse(schema).$defs ?? {};
  return new Sampler(schema, definitions, fields).samples(schema, []);
}

class Sampler {
  constructor(
    private readonly root: unknown,
    private readonly definitions: Readonly<Record<string, unknown>>,
    private readonly fields: Readonly<Record<string, unknown>>,
  ) {}

  /** `above`: the references that lead here. */
  samples(schema: unknown, above: readonly string[]): unknown[] {
    const known = part.parse(typeof schema === 'boolean' ? {} : schema);
    if (known.$ref !== undefined) return this.referenced(known.$ref, above);
    // `not: {}` is never.
    if (known.not !== undefined) return [];
    if (known.const !== undefined) return [known.const];
    if (known.enum) return known.enum;
    const alternatives = known.anyOf ?? known.oneOf;
    if (alternatives) return alternatives.flatMap((each) => this.samples(each, above));
    if (known.allOf) return this.merged(known.allOf, above);
    const types = Array.isArray(known.type) ? known.type : [known.type];
    return types.flatMap((type) => this.ofType(type, known, above));
  }

  private referenced(reference: string, above: readonly string[]): unknown[] {
    if (above.filter((each) => each === reference).length > DEEPEST_REPETITION) return [];
    const target = reference === '#' ? this.root : this.definitions[reference.replace('#/$defs/', '')];
    return this.samples(target, [...above, reference]);
  }

  private ofType(type: string | undefined, known: Part, above: readonly string[]): unknown[] {
    switch (type) {
      case 'object':
        return this.objects(known, above);
      case 'array':
        return this.arrays(known, above);
      case 'string':
        return [textFor(known)];
      case 'integer':
      case 'number':
        return [numberFor(known)];
      case 'boolean':
        return [true, false];
      case 'null':
        return [null];
      default:
        // Anything is accepted.
        return ['anything'];
    }
  }

  private objects(known: Part, above: readonly string[]): unknown[] {
    const fields = Object.entries(known.properties).map(
      ([name, schema]) => [name, name in this.fields ? [this.fields[name]] : this.samples(schema, above)] as const,
    );
    const usable = fields.filter(([, values]) => values.length > 0);
    if (usable.length < fields.length && fields.some(([name, values]) => values.length === 0 && known.required.includes(name))) return [];
    const entries = [...usable, ...this.recordEntries(known, above)];
    const isRequired = (name: string) => known.required.includes(name);
    const smallest = entries.filter(([name]) => isRequired(name)).map(([name, [first]]) => [name, first] as const);
    const count = Math.max(1, ...entries.map(([, values]) => values.length));
    const others = Array.from({ length: count }, (_, index) =>
      entries.flatMap(([name, values]) => (index < values.length || isRequired(name) ? [[name, values[index] ?? values[0]] as const] : [])),
    );
    return distinct([smallest, ...others].map((each) => Object.fromEntries(each)));
  }

  private recordEntries(
    { propertyNames, additionalProperties }: Part,
    above: readonly string[],
  ): (readonly [string, readonly unknown[]])[] {
    if (typeof additionalProperties !== 'object' || additionalProperties === null) return [];
    const names = propertyNames === undefined ? ['text'] : this.samples(propertyNames, above).map(String);
    const values = this.samples(additionalProperties, above);
    return values.length === 0 ? [] : names.map((name, index) => [name, index === 0 ? values : values.slice(0, 1)]);
  }

  private arrays(known: Part, above: readonly string[]): unknown[] {
    if (known.prefixItems) {
      const places = known.prefixItems.map((each) => this.samples(each, above));
      const count = Math.max(1, ...places.map((values) => values.length));
      return Array.from({ length: count }, (_, index) => places.map((values) => values[index % values.length]));
    }
    const values = this.samples(known.items ?? {}, above);
    const empty = known.minItems === 0 ? [[]] : [];
    if (values.length === 0) return empty;
    const length = Math.min(Math.max(values.length, known.minItems), known.maxItems);
    return [...empty, Array.from({ length }, (_, index) => values[index % values.length])];
  }

  /** Of objects, which have all fields of all parts. */
  private merged(parts: readonly unknown[], above: readonly string[]): unknown[] {
    const each = parts.map((schema) => this.samples(schema, above));
    const count = Math.max(...each.map((values) => values.length));
    return Array.from({ length: count }, (_, index) => Object.assign({}, ...each.map((values) => values[index % values.length])));
  }
}

function numberFor({ minimum, exclusiveMinimum, maximum }: Part): number {
  const least = exclusiveMinimum === undefined ? minimum : exclusiveMinimum + 1;
  return Math.min(least === Number.MIN_SAFE_INTEGER ? 1 : least, maximum);
}

function textFor({ pattern, format, minLength, maxLength }: Part): string {
  if (format === 'uri') return 'https://example.com/';
  const text = pattern === undefined ? 'text' : (fc.sample(fc.stringMatching(new RegExp(pattern)), { seed: 1, numRuns: 1 })[0] ?? '');
  return text.padEnd(minLength, 'x').slice(0, maxLength);
}

function distinct(values: readonly unknown[]): unknown[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
