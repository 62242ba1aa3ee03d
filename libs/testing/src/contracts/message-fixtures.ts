import { isDeepStrictEqual } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { z } from 'zod';
import { samplesOf } from './samples-of.js';

/** What a version sends and accepts under one name. */
export interface MessageFixture {
  /** The smallest first, as the version sends them. */
  readonly samples: readonly unknown[];
  /** A JSON Schema of what it accepts. */
  readonly accepts: unknown;
}

export const messageFixture = z.object({ samples: z.array(z.unknown()).min(1), accepts: z.unknown() });

/** Fields whose rule JSON Schema cannot express. */
const FIELDS = { timezone: 'Europe/Berlin' };
const ajv = new Ajv2020({ strict: false, validateFormats: false });

/** @throws Error if a sample is not valid, so that a fixture never has one that no process would send */
export function fixtureOf(name: string, schema: z.ZodType): MessageFixture {
  const samples = samplesOf(jsonSchema(schema, 'output'), FIELDS);
  for (const sample of samples) {
    const parsed = schema.safeParse(sample);
    if (!parsed.success) throw new Error(`No valid sample of ${name} can be made: ${z.prettifyError(parsed.error)}`);
  }
  return { samples, accepts: jsonSchema(schema, 'input') };
}

/** What of the previous version today's declaration refuses: a line for each reason. */
export function refusedOfPrevious(name: string, previous: MessageFixture, today: z.ZodType | undefined): string[] {
  if (!today) return [`${name} is not declared any more`];
  return unique(
    previous.samples.flatMap((sample) => {
      const parsed = today.safeParse(sample);
      return parsed.success
        ? []
        : parsed.error.issues.map(({ path, message }) => `${name}: ${path.map(withoutIndex).join('.')}: ${message}`);
    }),
  );
}

/** What of today's samples the previous version refuses: a line for each reason. */
export function refusedByPrevious(name: string, previous: MessageFixture, today: MessageFixture, samples = today.samples): string[] {
  // It accepts its own samples. To compile a schema takes 10 ms.
  if (isDeepStrictEqual(previous.accepts, today.accepts)) return [];
  const accepts = ajv.compile(Object(previous.accepts));
  return unique(
    samples.flatMap((sample) =>
      accepts(sample)
        ? []
        : (accepts.errors ?? []).map(({ instancePath, message }) => {
            const path = instancePath.split('/').slice(1).map(withoutIndex).join('.');
            return `${name}: the previous version refuses ${path === '' ? 'it' : path}: ${message}`;
          }),
    ),
  );
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): unknown {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  // As it is stored, without values that are undefined.
  return JSON.parse(JSON.stringify(rest));
}

function withoutIndex(key: PropertyKey): string {
  return /^\d+$/.test(String(key)) ? '*' : String(key);
}

function unique(lines: readonly string[]): string[] {
  return [...new Set(lines)];
}
