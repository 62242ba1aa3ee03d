import { RepeatedField, type UploadedFile } from '@parley/contracts';

/** Names and values as sent by the client. The object has no prototype, so that a field named `__proto__` is an ordinary field. */
export type Fields = Readonly<Record<string, unknown>>;

/** A parsed body. `files` are the names of fields that contained a file, whose content is not kept. */
export interface ParsedBody {
  readonly fields: Fields;
  readonly files: readonly string[];
  /** The file of an endpoint that takes one. It is already in the storage. */
  readonly upload?: UploadedFile | undefined;
  /** The body of an endpoint that gets it as it arrived. */
  readonly raw?: string;
}

export const NO_FIELDS: Fields = Object.freeze(Object.create(null));

/** Converts `[name, value]` pairs of a form or query; several values of one name become a RepeatedField. */
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

/** Merges query string and body; a field in both has the body's value. */
export function mergeFields(query: Fields, body: ParsedBody | undefined): Fields {
  return body === undefined ? query : Object.assign(Object.create(null), query, body.fields);
}

/** The last value of each field that is text. */
export function lastTexts(fields: Fields): Record<string, string> {
  const last = (value: unknown) => (value instanceof RepeatedField ? value.values.at(-1) : value);
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const text = last(value);
      return typeof text === 'string' ? [[name, text]] : [];
    }),
  );
}
