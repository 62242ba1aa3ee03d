import { describe, expect, it } from '@jest/globals';
import { CLIENT_EVENTS, clientEventName } from '@parley/client-events';
import { ENDPOINTS } from '@parley/contracts/registry';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { CALL_EXAMPLES } from '../examples/calls/index.js';
import { openApiDocument } from './openapi-document.js';

const document = openApiDocument({ endpoints: ENDPOINTS, clientEvents: CLIENT_EVENTS, baseUrl: 'https://chat.parley.test' });

describe('the OpenAPI document of all endpoints', () => {
  it('has each endpoint, once', () => {
    const operations = Object.values(Object(document.paths)).flatMap((path) =>
      Object.values(Object(path)).map((operation) => Reflect.get(Object(operation), 'operationId')),
    );
    expect(operations.sort()).toEqual(ENDPOINTS.map(({ name }) => name).sort());
  });

  it('has each event, once', () => {
    const names = CLIENT_EVENTS.map(clientEventName);
    expect(names).toHaveLength(new Set(names).size);
  });

  it('is written in plain English and cites nothing that its reader cannot open', () => {
    const foreign = /\b(one['’]s|oneself|whoever|whom one|nobody|somebody|besides|he|him|his|himself)\b|reference\/|\bspec\b|[Ss]ection \d/;
    expect(textsOf(document).filter((text) => foreign.test(text.replaceAll(/`[^`]*`/g, '')))).toEqual([]);
  });

  it('has an example of each successful response. Add `example` to the declarations listed here (CONTRIBUTING.md)', () => {
    const lacking = ENDPOINTS.filter(({ response, example }) => example === undefined && Object.keys(response).length > 0);
    expect(lacking.map(({ name }) => name)).toEqual([]);
  });

  it('has a call of each endpoint. Add those listed here to libs/contracts/src/examples/calls (CONTRIBUTING.md)', () => {
    expect(ENDPOINTS.map(({ name }) => name).filter((name) => CALL_EXAMPLES[name] === undefined)).toEqual([]);
    expect(Object.keys(CALL_EXAMPLES).filter((name) => ENDPOINTS.every((endpoint) => endpoint.name !== name))).toEqual([]);
  });

  it('has a successful response of each endpoint', () => {
    const operations = Object.values(Object(document.paths)).flatMap((path) => Object.values(Object(path)));
    const lacking = operations.filter((operation) => !Object.keys(Object(Object(operation).responses)).some((status) => status < '400'));
    expect(lacking).toEqual([]);
  });

  it('has calls with existing parameters only', () => {
    const unknown = ENDPOINTS.flatMap(({ name, params }) =>
      Object.keys(CALL_EXAMPLES[name]?.params ?? {}).flatMap((given) => (given in params ? [] : [`${name} ${given}`])),
    );
    expect(unknown).toEqual([]);
  });

  it('is valid OpenAPI 3.1, and all of its examples match their schemas', async () => {
    const config = await createConfig({
      extends: ['recommended'],
      rules: {
        'no-invalid-media-type-examples': 'error',
        'no-invalid-schema-examples': 'error',
        'no-invalid-parameter-examples': 'error',
        // Some paths of the API differ from others only by a literal in place of a parameter.
        'no-ambiguous-paths': 'off',
        // A success may be a redirect.
        'operation-2xx-response': 'off',
        // Errors of requests that match no endpoint are components too.
        'no-unused-components': 'off',
      },
    });
    const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: '/openapi.json', config });
    expect(problems.map(({ ruleId, message, location }) => `${location[0]?.pointer}: ${message} (${ruleId})`)).toEqual([]);
  });
});

/** All summaries and descriptions. */
function textsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'string' && (key === 'summary' || key === 'description') ? [inner] : textsOf(inner),
  );
}
