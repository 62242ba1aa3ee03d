import type { DeclaredClientEvent } from '../client-event.js';
import type { Endpoint } from '../contract.js';
import { CALL_EXAMPLES } from '../examples/calls/index.js';
import { FEATURE_LEVEL } from '../limits.js';
import { MAX_JSON_DEPTH } from '../wire/json-depth.js';
import { clientEventSchemas } from './client-event-schemas.js';
import { CurlExamples, curlPrelude } from './curl-example.js';
import { type DescribedError, describedError } from './error-examples.js';
import { errorsOf } from './error-responses.js';
import { errorSchema, errorSchemaName } from './error-schemas.js';
import type { JsonSchema } from './json-schema.js';
import { operationOf, SUCCESS, TAGS } from './operation.js';
import { HEADERS } from './response-headers.js';
import { withSharedSchemas } from './shared-schemas.js';

const API_PREFIX = '/api/v1';

const description = (baseUrl: string) =>
  `
Every answer is a JSON object with \`result\` (\`success\` or \`error\`) and \`msg\`. A successful answer names the parameters it did not
know in \`ignored_parameters_unsupported\`. An error carries a \`code\`.

Parameters travel as form fields or in the query string; multipart forms and JSON bodies are accepted too. In a form or a query string, lists and
objects are JSON text.

Requests are authenticated with HTTP Basic: the user name is the email address, the password is the API key.

A client that asks too often is answered with 429 \`RATE_LIMIT_HIT\`, and with 503 while a part of the server is away. Both say in \`Retry-After\` after how many
seconds to try again. What does not exist is 404, a method that an address does not know is 405 with those it knows in \`allowed_methods\` and in
\`Allow\`, and a fault of the server is 500 \`INTERNAL_ERROR\`.

A request that is not HTTP, that has no \`Host\` header, or that has \`Host\` or \`Authorization\` twice is 400. Headers of more than 64 KiB are 431, a body
of more than 2 MiB is 413, a request that does not arrive within a minute is 408, and an \`Expect\` header other than \`100-continue\` is 417. All of them have
the JSON body of an error. JSON in a parameter may be nested ${MAX_JSON_DEPTH} levels deep.

Your API key is in the settings of your app. An app gets it for an email address and a password from \`POST /fetch_api_key\`.

Each endpoint below has an example with curl. Begin with these lines, with your own address and key:

\`\`\`sh
${curlPrelude(baseUrl)}
\`\`\`

An example first makes what it needs, such as a message to react to. \`field\` reads a value out of an answer; it needs Node.
`.trim();

/** The OpenAPI 3.1 document of these declarations. Pure: the same declarations give the same document. */
export function openApiDocument(options: {
  readonly endpoints: readonly Endpoint[];
  readonly clientEvents: readonly DeclaredClientEvent[];
  /** Without a path: `https://chat.example.com`. */
  readonly baseUrl: string;
}): JsonSchema {
  const endpoints = [...options.endpoints].sort((a, b) =>
    a.path === b.path ? a.method.localeCompare(b.method) : a.path < b.path ? -1 : 1,
  );
  const used = new Set(endpoints.map(({ service }) => service));
  const errors = everyError(endpoints);
  const { document: paths, schemas } = withSharedSchemas(pathsOf(endpoints), {
    Success: { description: 'Done, and nothing to tell.', ...SUCCESS },
    ...clientEventSchemas(options.clientEvents),
    ...Object.fromEntries(errors.map((error) => [errorSchemaName(error), errorSchema(error)])),
  });
  return {
    openapi: '3.1.0',
    info: {
      title: 'Parley API',
      version: `feature level ${FEATURE_LEVEL}`,
      description: description(options.baseUrl),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: options.baseUrl + API_PREFIX }],
    tags: Object.entries(TAGS).flatMap(([service, tag]) => ([...used].some((each) => each === service) ? [tag] : [])),
    paths,
    components: {
      securitySchemes: { basic: { type: 'http', scheme: 'basic', description: 'User name: email address. Password: API key.' } },
      headers: HEADERS,
      schemas,
      examples: Object.fromEntries(errors.map(({ name, example }) => [name, { summary: example.msg, value: example.toBody() }])),
    },
  };
}

function pathsOf(endpoints: readonly Endpoint[]): Record<string, JsonSchema> {
  const examples = new CurlExamples(new Map(endpoints.map((endpoint) => [endpoint.name, endpoint])), CALL_EXAMPLES);
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll('...}', '}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint, examples.of(endpoint)) };
  }
  return paths;
}

/** What an address answers that no endpoint has, and what a fault of the server looks like. */
const OF_NO_ENDPOINT = ['notFound', 'methodNotAllowed', 'internal', 'malformedRequest', 'missingHost'].map((name) =>
  describedError(name, 'the gateway'),
);

/** Each that any of them can answer with, once, by name. */
function everyError(endpoints: readonly Endpoint[]): DescribedError[] {
  const byName = new Map([...OF_NO_ENDPOINT, ...endpoints.flatMap(errorsOf)].map((error) => [error.name, error]));
  return [...byName.values()].sort((a, b) => a.name.localeCompare(b.name));
}
