import { RepeatedField, type UploadedFile } from '@parley/contracts';

/** Names and values as a client sent them. Without a prototype: a field named `__proto__` is a field like any other. */
export type Fields = Readonly<Record<string, unknown>>;

/** What a body held. `files`: names of fields that carried a file, whose bytes are not kept. */
export interface ParsedBody {
  readonly fields: Fields;
  readonly files: readonly string[];
  /** The file of an endpoint that takes one: in the storage already. */
  readonly upload?: UploadedFile | undefined;
}

export const NO_FIELDS: Fields = Object.freeze(Object.create(null));

/** `[name, value]` pairs of a form or query; several values under one name become a RepeatedField. */
export function fieldsOfPairs(pairs: Iterable<readonly [string, string]>): Fields {
  const values = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    const given = values.get(name);
    if (given === undefined) values.set(name, [value]);
    else given.push(value);
  }
  const fields = Object.create(null);
  for (const [name, given] of values) fields[name] = given.length === 1 ? given[0] : new RepeatedField(given);
  return fields;
}

export function fieldsOfObject(object: object): Fields {
  return Object.assign(Object.create(null), object);
}

/** Query string and body as one; a field in both has the body's value. */
export function mergeFields(query: Fields, body: ParsedBody | undefined): Fields {
  return body === undefined ? query : Object.assign(Object.create(null), query, body.fields);
}
