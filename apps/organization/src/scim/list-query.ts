import { z } from 'zod';
import { scimErrors } from './scim-error.js';

/** Resources in one answer. */
export const MAX_COUNT = 200;
const DEFAULT_COUNT = 100;
/** More than any organization has people. */
const MAX_START = 100_000_000;

export interface ListQuery {
  readonly filter: string | undefined;
  /** From 1. */
  readonly startIndex: number;
  readonly count: number;
}

export interface Page<T> {
  readonly total: number;
  readonly resources: readonly T[];
}

const integer = z.union([
  z.int(),
  z
    .string()
    .regex(/^-?\d{1,12}$/)
    .transform(Number),
]);
const query = z.object({ filter: z.string().nullish(), startIndex: integer.nullish(), count: integer.nullish() });

/** Of a query string, or of the body of a search. A smaller start or count than possible is read as the smallest (RFC 7644, section 3.4.2.4). */
export function listQueryOf(given: unknown): ListQuery {
  const parsed = query.safeParse(given);
  if (!parsed.success) throw scimErrors.invalidValue('startIndex and count must be integers, and filter a text.');
  const { filter, startIndex, count } = parsed.data;
  return {
    filter: filter ?? undefined,
    startIndex: Math.min(Math.max(startIndex ?? 1, 1), MAX_START),
    count: Math.min(Math.max(count ?? DEFAULT_COUNT, 0), MAX_COUNT),
  };
}

export function listResponse<T>(startIndex: number, { total, resources }: Page<T>): object {
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}
