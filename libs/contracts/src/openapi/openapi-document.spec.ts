import { describe, expect, it } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { z } from 'zod';
import { endpoint } from '../contract.js';
import { domainEvent } from '../domain-event.js';
import { DOMAIN_EVENTS, ENDPOINTS } from '../registry.js';
import { bool, int, json, pathInt, pathText, text, textOrJson } from '../wire/param.js';
import { openApiDocument } from './openapi-document.js';

const send = endpoint({
  name: 'sendForTests',
  method: 'POST',
  path: '/rooms/{room_id}/notes',
  service: 'messaging',
  spec: '4.1',
  summary: 'Send a note',
  humansOnly: true,
  deprecated: true,
  params: {
    room_id: pathInt().describe('Where.'),
    content: text({ max: 10 }).example('hello'),
    to: textOrJson<string | number>(z.union([z.string(), z.int()])).alias('receiver'),
    ids: json(z.array(z.int())).optional().example([1, 2]),
    quiet: bool().default(false).describe('Tell nobody.').deprecated(),
  },
  response: { id: z.int(), more: z.string().optional() },
  errors: ['channelNameUnknown', 'unsupportedCombination'],
  example: { id: 5 },
});
const list = endpoint({
  name: 'listForTests',
  method: 'GET',
  path: '/rooms/{rest...}',
  service: 'channels',
  auth: 'none',
  summary: 'List',
  params: { rest: pathText(), number: int(), narrow: json(z.array(z.string())).optional() },
  response: {},
});
const noted = domainEvent({ type: 'note.added', owner: 'messaging', payload: z.object({ id: z.int() }), parts: () => [] });

const document: Record<string, unknown> = JSON.parse(
  JSON.stringify(openApiDocument({ endpoints: [send, list], events: [noted], baseUrl: 'https://chat.example.com' })),
);

/** The value behind names and numbers. */
function at(...steps: readonly string[]): unknown {
  return steps.reduce<unknown>(
    (inner, step) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, step) : undefined),
    document,
  );
}

describe('the OpenAPI document', () => {
  it('names version, server, credentials and the groups that are used', () => {
    expect(document).toMatchObject({
      openapi: '3.1.0',
      servers: [{ url: 'https://chat.example.com/api/v1' }],
      tags: [{ name: 'Messages' }, { name: 'Channels' }],
      components: { securitySchemes: { basic: { type: 'http', scheme: 'basic' } } },
    });
  });

  it('describes an endpoint that changes something with a form', () => {
    const form = at('paths', '/rooms/{room_id}/notes', 'post', 'requestBody', 'content', 'application/x-www-form-urlencoded');
    expect(form).toEqual({
      schema: {
        type: 'object',
        properties: {
          content: { type: 'string', maxLength: 10, example: 'hello' },
          to: { anyOf: [{ type: 'string' }, expect.objectContaining({ type: 'integer' })], description: 'Also accepted as `receiver`.' },
          ids: expect.objectContaining({ type: 'array', example: [1, 2] }),
          quiet: { type: 'boolean', default: false, description: 'Tell nobody.', deprecated: true },
        },
        required: ['content', 'to'],
      },
      encoding: { ids: { contentType: 'application/json' } },
    });
  });

  it('has parameters of path and query where they travel', () => {
    expect(at('paths', '/rooms/{room_id}/notes', 'post', 'parameters')).toMatchObject([
      { name: 'room_id', in: 'path', required: true, description: 'Where.' },
    ]);
    expect(at('paths', '/rooms/{rest}', 'get', 'parameters')).toMatchObject([
      { name: 'rest', in: 'path', required: true },
      { name: 'number', in: 'query', required: true, schema: { type: 'integer' } },
      { name: 'narrow', in: 'query', required: false, content: { 'application/json': { schema: { type: 'array' } } } },
    ]);
  });

  it('shows the success with its example and the errors with code, text and fields', () => {
    expect(at('paths', '/rooms/{room_id}/notes', 'post', 'responses', '200', 'content', 'application/json')).toMatchObject({
      schema: { allOf: [{ $ref: '#/components/schemas/Success' }, { properties: { id: { type: 'integer' } }, required: ['id'] }] },
      example: { result: 'success', msg: '', id: 5 },
    });
    expect(at('paths', '/rooms/{room_id}/notes', 'post', 'responses', '400', 'content', 'application/json', 'examples')).toMatchObject({
      missingParameter: { value: { code: 'REQUEST_VARIABLE_MISSING' } },
      humansOnly: { value: { msg: 'This endpoint does not accept bot requests.' } },
      channelNameUnknown: {
        value: { result: 'error', code: 'STREAM_DOES_NOT_EXIST', msg: "Channel '{stream}' does not exist", stream: '{stream}' },
      },
      unsupportedCombination: { value: { parameters: ['{names}'] } },
    });
    expect(at('paths', '/rooms/{room_id}/notes', 'post', 'responses', '503', 'headers')).toHaveProperty('Retry-After');
    expect(at('paths', '/rooms/{rest}', 'get', 'responses')).not.toHaveProperty('401');
    expect(at('paths', '/rooms/{rest}', 'get', 'responses', '429', 'content', 'application/json', 'examples')).toMatchObject({
      rateLimited: { value: { code: 'RATE_LIMIT_HIT' } },
    });
  });

  it('tells who may call and what is deprecated', () => {
    expect(at('paths', '/rooms/{room_id}/notes', 'post')).toMatchObject({ deprecated: true, security: [{ basic: [] }] });
    expect(at('paths', '/rooms/{rest}', 'get', 'security')).toEqual([]);
  });

  it('lists the events', () => {
    expect(at('x-events')).toMatchObject([{ name: 'note.added', owner: 'messaging', payload: { type: 'object' } }]);
  });

  it('refuses a declaration with an error that there is not', () => {
    const wrong = { ...list, errors: ['noSuchError'] };
    expect(() => openApiDocument({ endpoints: [wrong], events: [], baseUrl: '' })).toThrow('listForTests declares the error noSuchError');
  });

  it('can be made of everything that the suite declares, each operation once', () => {
    const whole = openApiDocument({ endpoints: ENDPOINTS, events: [...DOMAIN_EVENTS.values()], baseUrl: 'http://localhost' });
    const operations = Object.values(Object(whole.paths)).flatMap((path) =>
      Object.values(Object(path)).map((operation) => Reflect.get(Object(operation), 'operationId')),
    );
    expect(operations.sort()).toEqual(ENDPOINTS.map(({ name }) => name).sort());
  });

  it('of the suite is valid OpenAPI 3.1', async () => {
    const whole = openApiDocument({ endpoints: ENDPOINTS, events: [...DOMAIN_EVENTS.values()], baseUrl: 'http://localhost' });
    await expect(new Validator().validate(JSON.parse(JSON.stringify(whole)))).resolves.toEqual({ valid: true });
  });
});
