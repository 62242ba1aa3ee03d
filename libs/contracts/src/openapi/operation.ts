import { z } from 'zod';
import type { Endpoint, Service } from '../contract.js';
import { errorResponsesOf } from './error-responses.js';
import { type JsonSchema, jsonSchemaOf } from './json-schema.js';
import { parametersOf, requestBodyOf } from './parameters.js';

/** How each service's endpoints are grouped for readers. */
export const TAGS: Readonly<Record<Service, { readonly name: string; readonly description: string }>> = {
  messaging: { name: 'Messages', description: 'Messages, their flags, reactions, drafts and typing.' },
  channels: { name: 'Channels', description: 'Channels, subscriptions, topics.' },
  settings: { name: 'Settings', description: 'Personal settings and preferences.' },
  organization: { name: 'Organization', description: 'The organization, its users, bots, groups and keys.' },
  invitations: { name: 'Invitations', description: 'Inviting people.' },
  'event-queue': { name: 'Events', description: 'Registering an event queue and receiving events.' },
};

export function operationOf(endpoint: Endpoint): JsonSchema {
  const requestBody = requestBodyOf(endpoint);
  return {
    operationId: endpoint.name,
    tags: [TAGS[endpoint.service].name],
    summary: endpoint.summary,
    description: descriptionOf(endpoint),
    ...(endpoint.deprecated === true ? { deprecated: true } : {}),
    parameters: parametersOf(endpoint),
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: { '200': successOf(endpoint), ...errorResponsesOf(endpoint) },
    security: securityOf(endpoint),
  };
}

function descriptionOf({ description, humansOnly, membersOnly, demoOnly, spec }: Endpoint): string {
  const sentences = [
    description,
    humansOnly === true ? 'Bots may not call it.' : undefined,
    membersOnly === true ? 'Guests may not call it.' : undefined,
    demoOnly === true ? 'Exists only in the local demo.' : undefined,
    spec === undefined ? undefined : `Section ${spec} of the specification.`,
  ];
  return sentences.filter((sentence) => sentence !== undefined).join(' ');
}

function successOf({ response, example }: Endpoint): JsonSchema {
  const fields = jsonSchemaOf(z.object(response), 'output');
  const schema = { allOf: [{ $ref: '#/components/schemas/Success' }, fields] };
  const value = { result: 'success', msg: '', ...example };
  return { description: 'Success.', content: { 'application/json': { schema, ...(example === undefined ? {} : { example: value }) } } };
}

function securityOf({ auth }: Endpoint): JsonSchema[] {
  if (auth === 'none') return [];
  return auth === 'user' ? [{ basic: [] }] : [{ basic: [] }, {}];
}
