import type { Endpoint, Service } from '@parley/contracts';
import { z } from 'zod';
import { CALL_EXAMPLES } from '../examples/calls/index.js';
import { errorResponsesOf, errorSchemasOf } from './error-responses.js';
import { type JsonSchema, jsonSchemaOf } from './json-schema.js';
import { bodySchemasOf, parametersOf, requestBodyOf } from './parameters.js';
import { LOCATION, RATE_LIMIT_HEADERS } from './response-headers.js';
import { schemaName, schemaReference } from './schema-names.js';

/** The groups of each service's endpoints. */
export const TAGS: Readonly<Record<Service, { readonly name: string; readonly description: string }>> = {
  messaging: { name: 'Messages', description: 'Messages, their flags, reactions, drafts and typing.' },
  channels: { name: 'Channels', description: 'Channels, subscriptions and topics.' },
  settings: { name: 'Settings', description: 'Personal settings and preferences.' },
  organization: { name: 'Organization', description: 'The organization, its users, bots, groups and API keys.' },
  notifications: { name: 'Notifications', description: 'How people learn of messages while they are away.' },
  invitations: { name: 'Invitations', description: 'Invitations to the organization.' },
  'event-queue': { name: 'Events', description: 'Event queues and events.' },
};

export function operationOf(endpoint: Endpoint, curlExample: string | undefined): JsonSchema {
  const requestBody = requestBodyOf(endpoint);
  return {
    operationId: endpoint.name,
    tags: [TAGS[endpoint.service].name],
    summary: endpoint.summary,
    description: [descriptionOf(endpoint), shownExample(endpoint, curlExample)].filter((part) => part !== '').join('\n\n'),
    ...(endpoint.deprecated === true ? { deprecated: true } : {}),
    parameters: parametersOf(endpoint),
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: { [endpoint.redirects === true ? '302' : '200']: successOf(endpoint), ...errorResponsesOf(endpoint) },
    security: securityOf(endpoint),
    ...(endpoint.scope === 'none' ? {} : { 'x-token-scope': endpoint.scope }),
    ...(endpoint.alsoNeeds === undefined ? {} : { 'x-token-scope-also': endpoint.alsoNeeds }),
  };
}

function descriptionOf(endpoint: Endpoint): string {
  const { description, humansOnly, membersOnly, demoOnly } = endpoint;
  const sentences = [
    description,
    humansOnly === true ? 'Bots cannot call this endpoint.' : undefined,
    membersOnly === true ? 'Guests cannot call this endpoint.' : undefined,
    demoOnly === true ? 'Available only in the local demo.' : undefined,
    tokenSentence(endpoint),
  ];
  return sentences.filter((sentence) => sentence !== undefined).join(' ');
}

/** What the endpoint needs of an API token. */
function tokenSentence({ scope, alsoNeeds, channelLimit, keyInQuery }: Endpoint): string | undefined {
  if (scope === 'none' || keyInQuery === true) return undefined;
  if (scope === 'full') return 'API tokens cannot call this endpoint.';
  const scopes = alsoNeeds === undefined ? `scope \`${scope}\`` : `scopes \`${scope}\` and \`${alsoNeeds}\``;
  const needed = scope === 'any' ? 'Every API token can call this endpoint' : `An API token needs the ${scopes}`;
  if (channelLimit === undefined) return `${needed}, and must not be limited to channels.`;
  return channelLimit === 'unaffected' ? `${needed}.` : `${needed}. If it is limited to channels, the request must be about them.`;
}

function shownExample({ name }: Endpoint, example: string | undefined): string {
  if (example === undefined) return '';
  const { unable } = CALL_EXAMPLES[name] ?? {};
  return `\`\`\`sh\n${example}\n\`\`\`${unable === undefined ? '' : `\n\nThis example cannot be run unchanged. ${unable}`}`;
}

const envelope = {
  result: z.literal('success'),
  msg: z.literal(''),
  ignored_parameters_unsupported: z
    .array(z.string())
    .optional()
    .describe('Names of the given parameters that the endpoint does not support.'),
};

function successOf(endpoint: Endpoint): JsonSchema {
  const { example } = endpoint;
  const value = isPlain(endpoint) || example !== undefined ? { example: { result: 'success', msg: '', ...example } } : {};
  const schema = schemaReference(isPlain(endpoint) ? 'Success' : schemaName(endpoint.name, 'success'));
  const headers = endpoint.redirects === true ? { ...RATE_LIMIT_HEADERS, Location: LOCATION } : RATE_LIMIT_HEADERS;
  const description = endpoint.redirects === true ? 'A redirect to the URL.' : 'Success.';
  const plain = endpoint.plainText === true ? { 'text/plain': { schema: { type: 'string' } } } : {};
  return { description, headers, content: { 'application/json': { schema, ...value }, ...plain } };
}

/** The complete body of a successful response. Undeclared fields are not sent. */
function successSchemasOf(endpoint: Endpoint): Record<string, JsonSchema> {
  if (isPlain(endpoint)) return {};
  return { [schemaName(endpoint.name, 'success')]: jsonSchemaOf(z.object({ ...envelope, ...endpoint.response }), 'output') };
}

function isPlain({ response }: Endpoint): boolean {
  return Object.keys(response).length === 0;
}

/** Schemas of this operation only. Their names differ from those that common generators give to their own types of an operation. */
export function operationSchemas(endpoint: Endpoint): Record<string, JsonSchema> {
  return { ...bodySchemasOf(endpoint), ...successSchemasOf(endpoint), ...errorSchemasOf(endpoint) };
}

/** For endpoints without further response fields. */
export const SUCCESS = jsonSchemaOf(z.object(envelope), 'output');

function securityOf({ auth, keyInQuery }: Endpoint): JsonSchema[] {
  if (keyInQuery === true) return [{ botKey: [] }];
  if (auth === 'none') return [];
  return auth === 'user' ? [{ basic: [] }] : [{ basic: [] }, {}];
}
