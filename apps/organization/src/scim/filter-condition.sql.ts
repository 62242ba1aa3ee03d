import { Prisma } from '@parley/persistence';
import type { Filter } from 'scim2-parse-filter';
import { scimErrors } from './scim-error.js';

type Compared = Extract<Filter, { compValue: unknown }>;

/** What a filter can compare, as SQL. */
export type FilteredAttribute =
  /** `equals`: a condition that finds the rows by an index. It must hold for all rows with this value. */
  | { readonly kind: 'text'; readonly sql: Prisma.Sql; readonly caseExact?: true; equals?(value: string): Prisma.Sql }
  | { readonly kind: 'boolean'; readonly sql: Prisma.Sql }
  | { readonly kind: 'time'; readonly sql: Prisma.Sql }
  /** It can only be compared with `eq`. */
  | { readonly kind: 'member'; equals(value: string): Prisma.Sql };

/** By the path in lower case, without the schema. */
export type FilteredAttributes = ReadonlyMap<string, FilteredAttribute>;

const NEVER = Prisma.sql`false`;
const ORDER = { gt: Prisma.sql`>`, ge: Prisma.sql`>=`, lt: Prisma.sql`<`, le: Prisma.sql`<=` } as const;

/** Where in a filter a part of it is. */
interface Place {
  /** The path of the brackets around it. */
  readonly within: string;
  readonly isNegated: boolean;
}

/** The condition of a filter. An attribute without a value fulfils no comparison except `ne`. @throws invalidFilter */
export function conditionOf(
  filter: Filter,
  attributes: FilteredAttributes,
  schema: string,
  { within, isNegated }: Place = { within: '', isNegated: false },
): Prisma.Sql {
  const sub = (part: Filter, place: Partial<Place> = {}) => conditionOf(part, attributes, schema, { within, isNegated, ...place });
  if ('filters' in filter)
    return Prisma.sql`(${Prisma.join(
      filter.filters.map((each) => sub(each)),
      filter.op === 'and' ? ' AND ' : ' OR ',
    )})`;
  if ('filter' in filter) return Prisma.sql`NOT ${sub(filter.filter, { isNegated: true })}`;
  const path = within + pathOf(filter.attrPath, schema);
  if ('valFilter' in filter) return sub(filter.valFilter, { within: `${path}.` });
  const attribute = attributes.get(path);
  if (attribute === undefined) throw scimErrors.invalidFilter(`A filter cannot compare ${filter.attrPath.slice(0, 200)}.`);
  const condition = 'compValue' in filter ? comparison(filter, attribute) : presence(attribute);
  // Without NOT, a condition that is null finds nothing anyway, and PostgreSQL can use an index for it.
  return isNegated ? Prisma.sql`coalesce(${condition}, false)` : Prisma.sql`(${condition})`;
}

function pathOf(given: string, schema: string): string {
  const path = given.toLowerCase();
  const prefix = `${schema.toLowerCase()}:`;
  return path.startsWith(prefix) ? path.slice(prefix.length) : path;
}

function presence(attribute: FilteredAttribute): Prisma.Sql {
  if (attribute.kind === 'member') throw scimErrors.invalidFilter('Members can only be compared with eq.');
  return attribute.kind === 'text' ? Prisma.sql`${attribute.sql} <> ''` : Prisma.sql`${attribute.sql} IS NOT NULL`;
}

function comparison(filter: Compared, attribute: FilteredAttribute): Prisma.Sql {
  switch (attribute.kind) {
    case 'boolean':
      return booleanComparison(filter, attribute.sql);
    case 'time':
      return timeComparison(filter, attribute.sql);
    case 'member':
      if (filter.op !== 'eq') throw scimErrors.invalidFilter('Members can only be compared with eq.');
      return attribute.equals(String(filter.compValue));
    case 'text':
      return textComparison(filter, attribute);
  }
}

/** Some directories write true and false as text. */
function booleanComparison({ op, compValue }: Compared, sql: Prisma.Sql): Prisma.Sql {
  const value = ['true', 'false'].includes(String(compValue).toLowerCase()) ? String(compValue).toLowerCase() === 'true' : undefined;
  if (value === undefined || (op !== 'eq' && op !== 'ne')) throw scimErrors.invalidFilter('A boolean can only be compared with eq and ne.');
  return Prisma.sql`${sql} IS NOT DISTINCT FROM ${op === 'eq' ? value : !value}::boolean`;
}

function timeComparison({ op, compValue }: Compared, sql: Prisma.Sql): Prisma.Sql {
  const time = typeof compValue === 'string' ? new Date(compValue) : undefined;
  const year = time?.getUTCFullYear() ?? Number.NaN;
  if (time === undefined || !(year >= 1 && year <= 9999))
    throw scimErrors.invalidFilter('A time must be written like 2026-11-24T20:00:00Z.');
  const value = Prisma.sql`${time.toISOString()}::timestamptz`;
  // Clients see milliseconds.
  const shown = Prisma.sql`date_trunc('milliseconds', ${sql})`;
  if (op === 'eq') return Prisma.sql`${shown} = ${value}`;
  if (op === 'ne') return Prisma.sql`${shown} IS DISTINCT FROM ${value}`;
  if (op === 'co' || op === 'sw' || op === 'ew') throw scimErrors.invalidFilter(`A time cannot be compared with ${op}.`);
  return Prisma.sql`${shown} ${ORDER[op]} ${value}`;
}

/** No pattern is matched, so no character of the value has a meaning. */
function textComparison({ op, compValue }: Compared, { sql, caseExact, equals }: Extract<FilteredAttribute, { kind: 'text' }>): Prisma.Sql {
  if (compValue === null) {
    if (op === 'eq') return Prisma.sql`${sql} IS NULL`;
    if (op === 'ne') return Prisma.sql`${sql} IS NOT NULL`;
    return NEVER;
  }
  const given = String(compValue);
  const left = caseExact === true ? sql : Prisma.sql`lower(${sql})`;
  const right = caseExact === true ? Prisma.sql`${given}::text` : Prisma.sql`lower(${given}::text)`;
  switch (op) {
    case 'eq': {
      const same = Prisma.sql`${left} = ${right}`;
      return equals === undefined ? same : Prisma.sql`(${equals(given)} AND ${same})`;
    }
    case 'ne':
      return Prisma.sql`${left} IS DISTINCT FROM ${right}`;
    case 'co':
      return Prisma.sql`strpos(${left}, ${right}) > 0`;
    case 'sw':
      return Prisma.sql`starts_with(${left}, ${right})`;
    case 'ew':
      return Prisma.sql`right(${left}, length(${right})) = ${right}`;
    default:
      return Prisma.sql`${left} ${ORDER[op]} ${right}`;
  }
}
