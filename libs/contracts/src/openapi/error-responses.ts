import { type Endpoint, fileRulesOf } from '../contract.js';
import { ApiError, apiErrors } from '../errors.js';
import type { JsonSchema } from './json-schema.js';

/** Placeholders that are lists in the errors' fields. */
const LISTS = new Set(['names', 'allowed']);

/** Stands for any argument of an error: its text then reads "Channel '{stream}' does not exist". */
const PLACEHOLDERS: unknown = new Proxy({}, { get: (_, name) => (LISTS.has(String(name)) ? [`{${String(name)}}`] : `{${String(name)}}`) });

/** Every error an endpoint can answer with, by HTTP status. */
export function errorResponsesOf(endpoint: Endpoint): Record<string, JsonSchema> {
  const names = new Set([...generalErrorsOf(endpoint), ...(endpoint.errors ?? [])]);
  const byStatus = new Map<number, [name: string, error: ApiError][]>();
  for (const name of names) {
    const error = sampleOf(name, endpoint);
    const same = byStatus.get(error.status) ?? [];
    byStatus.set(error.status, [...same, [name, error]]);
  }
  return Object.fromEntries([...byStatus].sort(([a], [b]) => a - b).map(([status, errors]) => [String(status), responseOf(errors)]));
}

/** What the gateway itself answers for any endpoint of this kind. */
function generalErrorsOf({ auth, params, humansOnly, membersOnly }: Endpoint): string[] {
  const required = Object.values(params).some(({ encoding, options }) => encoding !== 'path' && encoding !== 'file' && options.required);
  const inPath = Object.values(params).some(({ encoding }) => encoding === 'path');
  return [
    ...(required ? ['missingParameter'] : []),
    ...(inPath ? ['badPathParameter'] : []),
    ...(fileRulesOf({ params }) === undefined ? [] : ['badRequest', 'fileTooLarge', 'uploadStalled']),
    ...(humansOnly === true ? ['humansOnly'] : []),
    ...(membersOnly === true ? ['guestsNotAllowed'] : []),
    ...(auth === 'none' ? [] : ['invalidApiKey', 'userDeactivated']),
    'rateLimited',
    'unavailable',
  ];
}

/** @throws Error for a name that is in no table: a mistake in a declaration. */
function sampleOf(name: string, endpoint: Endpoint): ApiError {
  const make: unknown = Object.hasOwn(apiErrors, name) ? Reflect.get(apiErrors, name) : undefined;
  if (typeof make !== 'function') throw new Error(`${endpoint.name} declares the error ${name}, which apiErrors does not have`);
  const error: unknown = make(PLACEHOLDERS);
  if (!(error instanceof ApiError)) throw new Error(`apiErrors.${name} makes no ApiError`);
  return error;
}

function responseOf(errors: readonly (readonly [name: string, error: ApiError])[]): JsonSchema {
  const codes = [...new Set(errors.map(([, { code }]) => code))];
  const waits = errors.some(([, { retryAfterSeconds }]) => retryAfterSeconds !== undefined);
  return {
    description: codes.join(', '),
    ...(waits ? { headers: { 'Retry-After': { description: 'Seconds after which to try again.', schema: { type: 'integer' } } } } : {}),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(errors.map(([name, error]) => [name, { summary: error.msg, value: error.toBody() }])),
      },
    },
  };
}
