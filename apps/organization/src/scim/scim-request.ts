import type { Caller, InputOf } from '@parley/contracts';
import type { answerScim } from '@parley/contracts/organization';
import { isObject } from './read-resource.js';
import { scimErrors } from './scim-error.js';

/** Ids of accounts and groups, as they are written in paths and values. */
export const ID = /^[1-9]\d{0,8}$/;

export interface Asked extends InputOf<typeof answerScim> {
  readonly caller: Caller;
}

export interface Answered {
  readonly status: number;
  readonly body?: unknown;
  readonly location?: string;
}

export const NO_CONTENT: Answered = { status: 204 };

/** Where the parameters of a list are: in the query, or in the body of a search. @throws methodNotAllowed, invalidSyntax */
export function parametersOf({ method, path, query, body }: Asked, search: string | undefined): unknown {
  if (search === undefined) return query;
  if (method !== 'POST') throw scimErrors.methodNotAllowed(method, path);
  if (!isObject(body)) throw scimErrors.invalidSyntax('A search must have a JSON object as its body.');
  return body;
}
