import type { Endpoint } from '../contract.js';
import { FEATURE_LEVEL } from '../limits.js';
import { type CataloguedEvent, eventCatalogue } from './event-catalogue.js';
import type { JsonSchema } from './json-schema.js';
import { operationOf, TAGS } from './operation.js';

const API_PREFIX = '/api/v1';

const DESCRIPTION = `
Every answer is a JSON object with \`result\` (\`success\` or \`error\`) and \`msg\`. A successful answer names the parameters it did not
know in \`ignored_parameters_unsupported\`. An error carries a \`code\`.

Parameters travel as form fields or in the query string; multipart forms and JSON bodies are accepted too. Lists and objects are JSON text
inside their field.

Requests are authenticated with HTTP Basic: the user name is the email address, the password is the API key.
`.trim();

const success: JsonSchema = {
  type: 'object',
  required: ['result', 'msg'],
  properties: {
    result: { const: 'success' },
    msg: { type: 'string' },
    ignored_parameters_unsupported: { type: 'array', items: { type: 'string' }, description: 'Parameters the endpoint does not know.' },
  },
};

const error: JsonSchema = {
  type: 'object',
  required: ['result', 'msg', 'code'],
  properties: { result: { const: 'error' }, msg: { type: 'string' }, code: { type: 'string' } },
};

/** The OpenAPI 3.1 document of these declarations. Pure: the same declarations give the same document. */
export function openApiDocument(options: {
  readonly endpoints: readonly Endpoint[];
  readonly events: readonly CataloguedEvent[];
  /** Without a path: `https://chat.example.com`. */
  readonly baseUrl: string;
}): JsonSchema {
  const endpoints = [...options.endpoints].sort((a, b) =>
    a.path === b.path ? a.method.localeCompare(b.method) : a.path < b.path ? -1 : 1,
  );
  const used = new Set(endpoints.map(({ service }) => service));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Parley',
      version: `feature level ${FEATURE_LEVEL}`,
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: options.baseUrl + API_PREFIX }],
    tags: Object.entries(TAGS).flatMap(([service, tag]) => ([...used].some((each) => each === service) ? [tag] : [])),
    paths: pathsOf(endpoints),
    components: {
      securitySchemes: { basic: { type: 'http', scheme: 'basic', description: 'User name: email address. Password: API key.' } },
      schemas: { Success: success, Error: error },
    },
    'x-events': eventCatalogue(options.events),
  };
}

function pathsOf(endpoints: readonly Endpoint[]): Record<string, JsonSchema> {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll('...}', '}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) };
  }
  return paths;
}
