import type { DeclaredClientEvent } from '@parley/client-events';
import { type Endpoint, FEATURE_LEVEL, MAX_JSON_DEPTH } from '@parley/contracts';
import { CALL_EXAMPLES } from '../examples/calls/index.js';
import { clientEventSchemas } from './client-event-schemas.js';
import { CurlExamples, curlPrelude } from './curl-example.js';
import { type DescribedError, describedError } from './error-examples.js';
import { errorsOf } from './error-responses.js';
import { errorSchema, errorSchemaName } from './error-schemas.js';
import type { JsonSchema } from './json-schema.js';
import { operationOf, operationSchemas, SUCCESS, TAGS } from './operation.js';
import { HEADERS } from './response-headers.js';
import { withSharedSchemas } from './shared-schemas.js';

const API_PREFIX = '/api/v1';

const description = (baseUrl: string) =>
  `
Every response is a JSON object with \`result\` (\`success\` or \`error\`) and \`msg\`. A successful response lists parameters that the
endpoint does not support in \`ignored_parameters_unsupported\`. An error has a \`code\`.

Send parameters as form fields or in the query string. Multipart forms and JSON bodies are accepted too. In a form or a query string, lists and
objects are JSON text.

Requests are authenticated with HTTP Basic: the user name is the email address, the password is the API key.

In place of the API key, the password can be an API token. It is made with \`POST /api_tokens\`, and allows only what its scopes name. Each endpoint says which scope it
needs, and has it in \`x-token-scope\`: a name of a scope, \`any\`, or \`full\` if it accepts no token. A second scope that it needs is in \`x-token-scope-also\`.

Pages of this server use the same endpoints below \`/json\` instead of \`/api/v1\`, with the cookie of a browser session in place of HTTP Basic, which is
not accepted there. \`POST /json/session\` with \`username\` and \`password\` begins a session: it sets the cookie and answers \`csrf_token\`, \`user_id\` and
\`email\`, or an error of \`POST /fetch_api_key\`. \`GET /json/session\` answers the same, and \`DELETE /json/session\` signs out. Requests other than GET and HEAD need the
\`csrf_token\` in the header \`X-CSRFToken\`; without it they are answered with 403 \`CSRF_FAILED\`. Requests from pages of another host are answered with 403
\`CROSS_ORIGIN\`, those without a session with 401 \`SESSION_REQUIRED\`, and those whose session has ended with 401 \`SESSION_ENDED\`.

If the account has a second factor, \`POST /json/session\` is answered with 401 \`SECOND_FACTOR_REQUIRED\` and a \`step_token\`. \`POST /json/session/second_factor\` with
\`step_token\` and \`code\` then begins the session. A wrong code is answered with 401 \`SECOND_FACTOR_WRONG\`, a step that is over with 401 \`SIGN_IN_STEP_ENDED\`. If the
organization requires a second factor and the account has none, requests of the session are answered with 403 \`SECOND_FACTOR_MISSING\`, except those that set one up. Where an
endpoint answers 403 \`PROOF_REQUIRED\`, \`POST /json/session/proof\` with \`code\` or \`password\` confirms who you are, for ten minutes.

Clients that exceed a rate limit receive 429 \`RATE_LIMIT_HIT\`. While part of the server is unavailable, they receive 503. Both responses have a
\`Retry-After\` header with the number of seconds to wait. An unknown path is answered with 404. A method that a path does not support is answered with 405; the supported
methods are in \`allowed_methods\` and in the \`Allow\` header. A fault of the server is answered with 500 \`INTERNAL_ERROR\`.

A request that is not valid HTTP, that has no \`Host\` header, or that has more than one \`Host\` or \`Authorization\` header is answered with 400. Headers of more than 64 KiB
are answered with 431, a body of more than 2 MiB with 413, a request that does not arrive within a minute with 408, and an \`Expect\` header other than
\`100-continue\` with 417. All of them have the JSON body of an error. JSON in a parameter may be nested ${MAX_JSON_DEPTH} levels deep.

Your API key is in the settings of your app. An app gets the key with \`POST /fetch_api_key\`, from an email address and a password.

Each endpoint below has an example with curl. Run these lines first, with your own email address and API key:

\`\`\`sh
${curlPrelude(baseUrl)}
\`\`\`

An example first creates what it needs, such as a message to react to. \`field\` reads a value from a response; it requires Node.js.
`.trim();

/** The OpenAPI 3.1 document of these declarations. Pure: the same declarations always result in the same document. */
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
    ...Object.assign({}, ...endpoints.map(operationSchemas)),
    Success: { description: 'The request succeeded. There is no further data.', ...SUCCESS },
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
      securitySchemes: {
        basic: { type: 'http', scheme: 'basic', description: 'User name: email address. Password: API key or API token.' },
        botKey: { type: 'apiKey', in: 'query', name: 'api_key', description: 'The API key of a bot. Only for incoming webhooks.' },
      },
      headers: HEADERS,
      schemas: withTitles(schemas),
      examples: Object.fromEntries(errors.map(({ name, example }) => [name, { summary: example.msg, value: example.toBody() }])),
    },
  };
}

/** The title of each schema is its name, so that all titles differ. */
function withTitles(schemas: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, { title: name, ...Object(schema) }]));
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

/** Errors of requests that match no endpoint, and of server faults. */
const ERRORS_WITHOUT_ENDPOINT = ['notFound', 'methodNotAllowed', 'internal', 'malformedRequest', 'missingHost'].map((name) =>
  describedError(name, 'the gateway'),
);

/** All errors of these endpoints, each once, by name. */
function everyError(endpoints: readonly Endpoint[]): DescribedError[] {
  const byName = new Map([...ERRORS_WITHOUT_ENDPOINT, ...endpoints.flatMap(errorsOf)].map((error) => [error.name, error]));
  return [...byName.values()].sort((a, b) => a.name.localeCompare(b.name));
}
