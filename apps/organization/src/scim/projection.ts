import { z } from 'zod';
import { GROUP_SCHEMA, USER_SCHEMA } from './schemas.js';
import { scimErrors } from './scim-error.js';

/** They are in every answer. */
const ALWAYS: ReadonlySet<string> = new Set(['schemas', 'id']);
const PREFIXES = [USER_SCHEMA, GROUP_SCHEMA].map((schema) => `${schema}:`.toLowerCase());
const MAX_NAMES = 100;

/** Which attributes the client wants (RFC 7644, section 3.9). Names are in lower case, sub-attributes as `name.givenname`. */
export interface Projection {
  readonly included: ReadonlySet<string> | undefined;
  readonly excluded: ReadonlySet<string>;
}

const names = z.union([z.string(), z.array(z.string()).transform((list) => list.join(','))]).nullish();
const query = z.object({ attributes: names, excludedAttributes: names });

/** Of a query string, or of the body of a search. */
export function projectionOf(given: unknown): Projection {
  const parsed = query.safeParse(given);
  if (!parsed.success) throw scimErrors.invalidValue('attributes and excludedAttributes must be lists of names.');
  const { attributes, excludedAttributes } = parsed.data;
  const included = namesIn(attributes);
  return { included: included.size === 0 ? undefined : included, excluded: namesIn(excludedAttributes) };
}

function namesIn(list: string | null | undefined): ReadonlySet<string> {
  const given = (list ?? '').split(',').map((each) => each.trim().toLowerCase());
  if (given.length > MAX_NAMES) throw scimErrors.tooMany(`An answer can be limited to at most ${MAX_NAMES} attributes.`);
  return new Set(given.filter((each) => each !== '').map(withoutSchema));
}

function withoutSchema(name: string): string {
  const prefix = PREFIXES.find((each) => name.startsWith(each));
  return prefix === undefined ? name : name.slice(prefix.length);
}

/** Whether the answer has any of an attribute. */
export function wants({ included, excluded }: Projection, attribute: string): boolean {
  const name = attribute.toLowerCase();
  if (included !== undefined) return [...included].some((each) => each === name || each.startsWith(`${name}.`));
  return !excluded.has(name);
}

export function project(resource: Readonly<Record<string, unknown>>, projection: Projection): Record<string, unknown> {
  const kept = Object.entries(resource).filter(([name]) => ALWAYS.has(name) || wants(projection, name));
  return Object.fromEntries(kept.map(([name, value]) => [name, ALWAYS.has(name) ? value : part(name.toLowerCase(), value, projection)]));
}

/** The sub-attributes that are wanted, of one value or of several. */
function part(name: string, value: unknown, projection: Projection): unknown {
  if (Array.isArray(value)) return value.map((each) => part(name, each, projection));
  if (typeof value !== 'object' || value === null) return value;
  const { included, excluded } = projection;
  const isWhole = included === undefined || included.has(name);
  return Object.fromEntries(
    Object.entries(value).filter(([sub]) => {
      const path = `${name}.${sub.toLowerCase()}`;
      return included === undefined ? !excluded.has(path) : isWhole || included.has(path);
    }),
  );
}
