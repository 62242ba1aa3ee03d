import { z } from 'zod';
import { type DescribedError, VALUE_NAME_MARK } from './error-examples.js';
import { type JsonSchema, jsonSchemaOf } from './json-schema.js';
import { schemaName } from './schema-names.js';

/** `noSuchDestinationId`: `NoSuchDestinationIdError`. */
export function errorSchemaName({ name }: Pick<DescribedError, 'name'>): string {
  return schemaName(name, 'error');
}

/** The exact body of an error: its code, its text and its fields. */
export function errorSchema({ example, fields, texts }: DescribedError): JsonSchema {
  const body = z.object({ result: z.literal('error'), msg: z.string(), code: z.enum([example.code]), ...fields });
  const { properties, ...rest } = jsonSchemaOf(body, 'output');
  return {
    description: `${example.status} ${shownText(texts)}`,
    ...rest,
    properties: { ...Object(properties), msg: { type: 'string', ...textRule(texts) } },
  };
}

/** All texts of an error, with `…` for what varies. */
export function shownText(texts: DescribedError['texts']): string {
  return texts.map((parts) => parts.join('…').replaceAll(VALUE_NAME_MARK, '…')).join(' / ');
}

function textRule(texts: DescribedError['texts']): JsonSchema {
  const [[only, ...further] = [''], ...others] = texts;
  if (further.length === 0 && others.length === 0) return { const: only };
  return { pattern: `^(?:${texts.map((parts) => parts.map(literal).join('[\\s\\S]*')).join('|')})$` };
}

/** `subscriptions[0]["name"]` */
const VALUE_NAME = '\\w+(?:\\[[\\s\\S]*\\])?';

/** A regular expression that matches only this text. */
function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replaceAll(VALUE_NAME_MARK, VALUE_NAME);
}
