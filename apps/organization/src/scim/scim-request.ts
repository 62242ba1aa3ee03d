import type { Caller, InputOf } from '@parley/contracts';
import type { answerScim } from '@parley/contracts/organization';
import { isObject } from './read-resource.js';
import { scimErrors } from './scim-error.js';

const MAX_ID = 2 ** 31 - 1;

/** Whether a text can be the id of an account or a group, as paths and values write it. */
export function isId(text: string): boolean {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= MAX_ID;
}

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
