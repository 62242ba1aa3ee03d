import { type Endpoint, fileRulesOf } from '../contract.js';
import { type DescribedError, describedError } from './error-examples.js';
import { errorSchemaName } from './error-schemas.js';
import type { JsonSchema } from './json-schema.js';
import { RETRY_AFTER } from './response-headers.js';

/** Every error an endpoint can answer with, each once. */
export function errorsOf(endpoint: Endpoint): DescribedError[] {
  const names = new Set([...generalErrorsOf(endpoint), ...(endpoint.errors ?? [])]);
  return [...names].map((name) => describedError(name, endpoint.name));
}

/** The same by HTTP status, as OpenAPI has it. */
export function errorResponsesOf(endpoint: Endpoint): Record<string, JsonSchema> {
  const byStatus = new Map<number, DescribedError[]>();
  for (const error of errorsOf(endpoint)) byStatus.set(error.example.status, [...(byStatus.get(error.example.status) ?? []), error]);
  return Object.fromEntries([...byStatus].sort(([a], [b]) => a - b).map(([status, errors]) => [String(status), responseOf(errors)]));
}

/** What the gateway itself answers for any endpoint of this kind. */
function generalErrorsOf(endpoint: Endpoint): string[] {
  const { auth, params, humansOnly, membersOnly, incomingWebhooks, demoOnly } = endpoint;
  const inPath = Object.values(params).some(({ encoding }) => encoding === 'path');
  const fields = Object.values(params).filter(({ encoding }) => encoding !== 'path');
  return [
    ...(fields.some(({ encoding, options }) => encoding !== 'file' && options.required) ? ['missingParameter'] : []),
    ...(fields.some(({ options }) => options.aliases.length > 0) ? ['confusingParameters'] : []),
    ...(inPath ? ['badPathParameter'] : []),
    // A parameter of the wrong type, a body that cannot be read.
    'badRequest',
    'malformedJson',
    'payloadTooLarge',
    'unsupportedMediaType',
    // What the connection itself refuses, before there is an endpoint.
    'repeatedHeader',
    'requestTooSlow',
    'expectationFailed',
    'headersTooLarge',
    ...(fileRulesOf(endpoint) === undefined ? [] : ['fileTooLarge', 'uploadStalled']),
    ...(humansOnly === true ? ['humansOnly'] : []),
    ...(membersOnly === true ? ['guestsNotAllowed'] : []),
    ...(auth === 'none' ? [] : ['unauthorized', 'malformedApiKey', 'invalidApiKey', 'userDeactivated', 'organizationDeactivated']),
    ...(auth === 'none' || incomingWebhooks === true ? [] : ['incomingWebhooksNotAllowed']),
    ...(demoOnly === true ? ['notFound'] : []),
    'rateLimited',
    'unavailable',
  ];
}

function responseOf(errors: readonly DescribedError[]): JsonSchema {
  const codes = [...new Set(errors.map(({ example }) => example.code))];
  const schemas = errors.map((error) => ({ $ref: `#/components/schemas/${errorSchemaName(error)}` }));
  const examples = errors.map(({ name }) => [name, { $ref: `#/components/examples/${name}` }]);
  const waits = errors.some(({ example }) => example.retryAfterSeconds !== undefined);
  return {
    description: codes.join(', '),
    ...(waits ? { headers: { 'Retry-After': RETRY_AFTER } } : {}),
    content: {
      'application/json': {
        schema: schemas.length === 1 ? schemas[0] : { anyOf: schemas },
        examples: Object.fromEntries(examples),
      },
    },
  };
}
