import { type Endpoint, fileRulesOf } from '@parley/contracts';
import { type DescribedError, describedError, INVALID_PARAMETER } from './error-examples.js';
import { errorSchemaName, shownText } from './error-schemas.js';
import type { JsonSchema } from './json-schema.js';
import { RETRY_AFTER } from './response-headers.js';
import { schemaName, schemaReference } from './schema-names.js';

/** Every error that an endpoint can return, each once. */
export function errorsOf(endpoint: Endpoint): DescribedError[] {
  const names = new Set([...generalErrorsOf(endpoint), ...parameterErrorsOf(endpoint), ...(endpoint.errors ?? [])]);
  const described = [...names].map((name) => describedError(name, endpoint.name));
  return fieldsOf(endpoint).length === 0 ? described : [INVALID_PARAMETER, ...described];
}

/** The same by HTTP status, as OpenAPI responses. */
export function errorResponsesOf(endpoint: Endpoint): Record<string, JsonSchema> {
  return Object.fromEntries(byStatus(endpoint).map(([status, errors]) => [String(status), responseOf(endpoint, status, errors)]));
}

/** For each status with several errors: the codes it can have, and the errors one by one. */
export function errorSchemasOf(endpoint: Endpoint): Record<string, JsonSchema> {
  return Object.fromEntries(
    byStatus(endpoint).flatMap(([status, errors]) => (errors.length === 1 ? [] : [[unionNameOf(endpoint, status), unionOf(errors)]])),
  );
}

function byStatus(endpoint: Endpoint): [status: number, errors: DescribedError[]][] {
  const found = new Map<number, DescribedError[]>();
  for (const error of errorsOf(endpoint)) found.set(error.example.status, [...(found.get(error.example.status) ?? []), error]);
  return [...found].sort(([a], [b]) => a - b);
}

function unionNameOf({ name }: Endpoint, status: number): string {
  return schemaName(name, 'refusal', String(status));
}

function unionOf(errors: readonly DescribedError[]): JsonSchema {
  return {
    type: 'object',
    properties: { result: { type: 'string', enum: ['error'] }, msg: { type: 'string' }, code: { type: 'string', enum: codesOf(errors) } },
    required: ['result', 'msg', 'code'],
    anyOf: errors.map((error) => schemaReference(errorSchemaName(error))),
  };
}

function codesOf(errors: readonly DescribedError[]): string[] {
  return [...new Set(errors.map(({ example }) => example.code))];
}

const NO_FIELD: ReadonlySet<string> = new Set(['path', 'file', 'request']);

/** Parameters that arrive as fields of a form, a query string or a JSON body. */
function fieldsOf({ params }: Endpoint) {
  return Object.values(params).filter(({ encoding }) => !NO_FIELD.has(encoding));
}

/** Errors that the declarations of the parameters name. */
function parameterErrorsOf(endpoint: Endpoint): string[] {
  const file = fileRulesOf(endpoint);
  return [
    ...(file?.missing === undefined ? [] : [file.missing]),
    ...(file === undefined ? [] : [file.several]),
    ...fieldsOf(endpoint).flatMap(({ options: { refusal } }) => (refusal === undefined ? [] : [refusal])),
  ];
}

/** Errors that the gateway itself can return for this kind of endpoint. */
function generalErrorsOf(endpoint: Endpoint): string[] {
  const { auth, params, humansOnly, membersOnly, incomingWebhooks, demoOnly } = endpoint;
  const inPath = Object.values(params).some(({ encoding }) => encoding === 'path');
  const fields = fieldsOf(endpoint);
  return [
    ...(endpoint.keyInQuery === true || fields.some(({ options }) => options.required) ? ['missingParameter'] : []),
    ...(fields.some(({ options }) => options.aliases.length > 0) ? ['confusingParameters'] : []),
    ...(inPath ? ['badPathParameter'] : []),
    ...(fields.some(({ encoding }) => encoding === 'json') ? ['parameterNotJson'] : []),
    ...(fields.length > 0 ? ['parameterTooDeep'] : []),
    'tooManyFields',
    'malformedForm',
    'malformedJson',
    'payloadTooLarge',
    'unsupportedMediaType',
    // Rejections of the connection itself, before an endpoint is known.
    'repeatedHeader',
    'requestTooSlow',
    'expectationFailed',
    'headersTooLarge',
    ...(fileRulesOf(endpoint) === undefined ? [] : ['fileTooLarge', 'uploadStalled']),
    ...(humansOnly === true ? ['humansOnly'] : []),
    ...(membersOnly === true ? ['guestsNotAllowed'] : []),
    ...(auth === 'none'
      ? []
      : [
          'unauthorized',
          'malformedApiKey',
          'invalidApiKey',
          'apiKeysDisabled',
          'userDeactivated',
          'organizationDeactivated',
          'requestQuotaReached',
          ...tokenErrorsOf(endpoint),
        ]),
    ...(auth === 'none' || incomingWebhooks === true ? [] : ['incomingWebhooksNotAllowed']),
    ...(demoOnly === true ? ['notFound'] : []),
    'rateLimited',
    'unavailable',
  ];
}

function tokenErrorsOf({ scope, channelLimit, keyInQuery }: Endpoint): string[] {
  if (keyInQuery === true) return ['tokenInUrl'];
  if (scope === 'full') return ['tokenNotAllowed'];
  const ofScope = scope === 'any' ? [] : ['tokenScopeMissing'];
  if (channelLimit === undefined) return [...ofScope, 'tokenLimitedToChannels'];
  return channelLimit === 'unaffected' ? ofScope : [...ofScope, 'tokenOfOtherChannels'];
}

/** The texts of the errors that only some endpoints have, one a line, and the codes of the others. */
function descriptionOf(endpoint: Endpoint, errors: readonly DescribedError[]): string {
  const general = new Set([INVALID_PARAMETER.name, ...generalErrorsOf(endpoint)]);
  const own = errors.filter(({ name }) => !general.has(name));
  const others = errors.filter(({ name }) => general.has(name));
  const lines = own.map((error) => `- \`${error.example.code}\` ${shownText(error.texts)}`);
  if (others.length > 0) lines.push(own.length === 0 ? codesOf(others).join(', ') : `- in general: ${codesOf(others).join(', ')}`);
  return lines.join('\n');
}

function responseOf(endpoint: Endpoint, status: number, errors: readonly DescribedError[]): JsonSchema {
  const [only, ...more] = errors;
  const name = only !== undefined && more.length === 0 ? errorSchemaName(only) : unionNameOf(endpoint, status);
  const examples = errors.map(({ name }) => [name, { $ref: `#/components/examples/${name}` }]);
  const waits = errors.some(({ example }) => example.retryAfterSeconds !== undefined);
  return {
    description: descriptionOf(endpoint, errors),
    ...(waits ? { headers: { 'Retry-After': RETRY_AFTER } } : {}),
    content: {
      'application/json': {
        schema: schemaReference(name),
        examples: Object.fromEntries(examples),
      },
    },
  };
}
