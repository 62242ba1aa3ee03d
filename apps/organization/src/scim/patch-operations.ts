import type { Filter } from 'scim2-parse-filter';
import { z } from 'zod';
import { type Attribute, attributeNamed } from './attributes.js';
import { parsedFilter } from './parsed-filter.js';
import { isObject } from './read-resource.js';
import { UNKEPT_ATTRIBUTES } from './schemas.js';
import { scimErrors } from './scim-error.js';

const MAX_OPERATIONS = 1_000;
const MAX_PATH = 1_000;
const EXTENSION = 'urn:ietf:params:scim:schemas:extension:';
/** `emails[type eq "work"].value` */
const PATH = /^([a-z$][\w$-]*)(?:\[(.*)\])?(?:\.([a-z$][\w$-]*))?$/is;

/** One change of one attribute. */
export interface Operation {
  readonly op: 'add' | 'replace' | 'remove';
  readonly path: string;
  readonly attribute: Attribute;
  /** Which values of an attribute with several. */
  readonly filter: Filter | undefined;
  readonly sub: Attribute | undefined;
  readonly value: unknown;
}

const message = z.object({
  Operations: z
    .array(z.object({ op: z.string(), path: z.string().max(MAX_PATH).nullish(), value: z.unknown().optional() }))
    .min(1)
    .max(MAX_OPERATIONS),
});

/**
 * The changes that the body of a PATCH asks for. An operation without a path has a value for each path. Changes of attributes that Parley has no place
 * for are left out.
 * @throws invalidSyntax, invalidPath, invalidFilter, noTarget
 */
export function operationsOf(body: unknown, attributes: readonly Attribute[], schema: string): Operation[] {
  const parsed = message.safeParse(withOperations(body));
  if (!parsed.success) throw scimErrors.invalidSyntax(`A PATCH must have Operations, at least one and at most ${MAX_OPERATIONS}.`);
  return parsed.data.Operations.flatMap(({ op: given, path, value }) => {
    const op = given.toLowerCase();
    if (op !== 'add' && op !== 'replace' && op !== 'remove')
      throw scimErrors.invalidSyntax(`${JSON.stringify(given.slice(0, 100))} is no operation. Use add, replace or remove.`);
    const read = (each: string, of: unknown) => operationAt(each, { op, value: of }, attributes, schema);
    if (path !== undefined && path !== null && path !== '') return read(path, value);
    if (op === 'remove') throw scimErrors.noTarget('');
    if (!isObject(value)) throw scimErrors.invalidValue('An operation without a path must have an object as its value.');
    return Object.entries(value).flatMap(([each, of]) => read(each, of));
  });
}

/** The names of attributes are compared regardless of case. */
function withOperations(body: unknown): unknown {
  if (!isObject(body)) return body;
  const [, operations] = Object.entries(body).find(([name]) => name.toLowerCase() === 'operations') ?? [];
  return { Operations: operations };
}

function operationAt(
  path: string,
  { op, value }: Pick<Operation, 'op' | 'value'>,
  attributes: readonly Attribute[],
  schema: string,
): Operation[] {
  const trimmed = withoutSchema(path.trim(), schema);
  if (trimmed.toLowerCase().startsWith(EXTENSION) || trimmed.toLowerCase() === schema.toLowerCase()) return [];
  const [, name = '', filter, subName] = PATH.exec(trimmed) ?? [];
  const attribute = attributeNamed(attributes, name);
  if (attribute === undefined) {
    if (UNKEPT_ATTRIBUTES.has(name.toLowerCase())) return [];
    throw scimErrors.invalidPath(path);
  }
  if (filter !== undefined && !attribute.multiValued) throw scimErrors.invalidPath(path);
  const sub = subName === undefined ? undefined : attributeNamed(attribute.subAttributes, subName);
  // Such as name.middleName and emails.display.
  if (subName !== undefined && sub === undefined) {
    if (attribute.type !== 'complex') throw scimErrors.invalidPath(path);
    return [];
  }
  return [{ op, path, attribute, filter: filter === undefined ? undefined : parsedFilter(filter), sub, value }];
}

function withoutSchema(path: string, schema: string): string {
  const prefix = `${schema}:`;
  return path.toLowerCase().startsWith(prefix.toLowerCase()) ? path.slice(prefix.length) : path;
}
