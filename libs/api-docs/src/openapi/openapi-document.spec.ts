import { describe, expect, it } from '@jest/globals';
import { clientEvent } from '@parley/client-events';
import { bool, choice, endpoint, int, json, oneFile, optionalFile, pathInt, pathText, text, textOrJson } from '@parley/contracts';
import { z } from 'zod';
import { openApiDocument } from './openapi-document.js';

const send = endpoint({
  name: 'sendForTests',
  method: 'POST',
  path: '/rooms/{room_id}/notes',
  service: 'messaging',
  scope: 'read',
  summary: 'Send a note',
  humansOnly: true,
  deprecated: true,
  params: {
    room_id: pathInt().describe('Where.'),
    content: text({ max: 10 }).example('hello'),
    to: textOrJson<string | number>(z.union([z.string(), z.int()])).alias('receiver'),
    ids: json(z.array(z.int())).optional().example([1, 2]),
    quiet: bool().default(false).describe('Do not notify anyone.').deprecated(),
  },
  response: { id: z.int(), more: z.string().optional() },
  errors: ['noSuchDestinationName', 'unsupportedCombination'],
  example: { id: 5 },
});
const list = endpoint({
  name: 'listForTests',
  method: 'GET',
  path: '/rooms/{rest...}',
  service: 'channels',
  scope: 'none',
  auth: 'none',
  summary: 'List',
  params: { rest: pathText(), number: int(), narrow: json(z.array(z.string())).optional() },
  response: {},
});
const change = { method: 'POST', service: 'settings', response: {} } as const;
const setSound = endpoint({
  ...change,
  scope: 'read',
  name: 'setSoundForTests',
  path: '/sounds',
  summary: 'Set the sound',
  params: { sound: choice(['a', 'b']).refusal('invalidNotificationSound') },
});
const setPicture = endpoint({
  ...change,
  scope: 'read',
  name: 'setPictureForTests',
  path: '/pictures',
  summary: 'Set the picture',
  params: { file: oneFile({ missing: 'notOneAvatar', several: 'severalUploads', maxMib: 5 }) },
});
const setIcon = endpoint({
  ...change,
  scope: 'read',
  name: 'setIconForTests',
  path: '/icons',
  summary: 'Set the icon',
  params: { note: text(), file: optionalFile({ several: 'severalUploads', maxMib: 5 }) },
});
const noted = clientEvent({
  type: 'note',
  op: 'add',
  summary: 'A note was added.',
  fields: { note_id: z.int() },
  example: { note_id: 5 },
});

const document: Record<string, unknown> = JSON.parse(
  JSON.stringify(
    openApiDocument({ endpoints: [send, list, setSound, setPicture, setIcon], clientEvents: [noted], baseUrl: 'https://chat.example.com' }),
  ),
);

/** The value at a path of names and indexes. */
function at(...steps: readonly string[]): unknown {
  return steps.reduce<unknown>(
    (inner, step) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, step) : undefined),
    document,
  );
}

describe('the OpenAPI document', () => {
  it('contains version, server, credentials and the groups in use', () => {
    expect(document).toMatchObject({
      openapi: '3.1.0',
      servers: [{ url: 'https://chat.example.com/api/v1' }],
      tags: [{ name: 'Messages' }, { name: 'Channels' }, { name: 'Settings' }],
      components: { securitySchemes: { basic: { type: 'http', scheme: 'basic' } } },
    });
  });

  it('describes the body of an endpoint as a form and as JSON', () => {
    const content = at('paths', '/rooms/{room_id}/notes', 'post', 'requestBody', 'content');
    const either = { anyOf: [{ type: 'string' }, { type: 'integer' }] };
    expect(content).toEqual({
      'application/x-www-form-urlencoded': {
        schema: { $ref: '#/components/schemas/SendForTestsForm' },
        encoding: { ids: { contentType: 'application/json' } },
      },
      'application/json': { schema: { $ref: '#/components/schemas/SendForTestsJson' } },
    });
    const schema = {
      type: 'object',
      properties: {
        content: { type: 'string', maxLength: 10, example: 'hello' },
        to: either,
        receiver: { ...either, deprecated: true, description: 'Alias of `to`.' },
        ids: { type: 'array', items: { type: 'integer' }, example: [1, 2] },
        quiet: { type: 'boolean', default: false, description: 'Do not notify anyone.', deprecated: true },
      },
      required: ['content', 'to'],
    };
    expect(at('components', 'schemas', 'SendForTestsForm')).toEqual({ title: 'SendForTestsForm', ...schema });
    expect(at('components', 'schemas', 'SendForTestsJson')).toEqual({ title: 'SendForTestsJson', ...schema });
  });

  it('describes a body that may have a file as a form, as JSON, and as a form with the file', () => {
    const body = at('paths', '/icons', 'post', 'requestBody');
    expect(Object.entries(Object(Object(body).content)).map(([type, content]) => [type, Object(content).schema.$ref])).toEqual([
      ['application/x-www-form-urlencoded', '#/components/schemas/SetIconForTestsForm'],
      ['application/json', '#/components/schemas/SetIconForTestsJson'],
      ['multipart/form-data', '#/components/schemas/SetIconForTestsUpload'],
    ]);
    const fields = (kind: string) => Object.keys(Object(at('components', 'schemas', `SetIconForTests${kind}`, 'properties')));
    expect([fields('Form'), fields('Json'), fields('Upload')]).toEqual([['note'], ['note'], ['note', 'file']]);
    expect(at('components', 'schemas', 'SetIconForTestsUpload', 'required')).toEqual(['note']);
    const errors = Object.keys(Object(at('paths', '/icons', 'post', 'responses', '400', 'content', 'application/json', 'examples')));
    expect(errors).toEqual(expect.arrayContaining(['severalUploads', 'fileTooLarge']));
    expect(errors).not.toContain('missingUpload');
  });

  it('puts parameters into the path and the query', () => {
    expect(at('paths', '/rooms/{room_id}/notes', 'post', 'parameters')).toMatchObject([
      { name: 'room_id', in: 'path', required: true, description: 'Where.' },
    ]);
    expect(at('paths', '/rooms/{rest}', 'get', 'parameters')).toMatchObject([
      { name: 'rest', in: 'path', required: true },
      { name: 'number', in: 'query', required: true, schema: { type: 'integer' } },
      { name: 'narrow', in: 'query', required: false, content: { 'application/json': { schema: { type: 'array' } } } },
    ]);
  });

  it('has the success response with its example, and only declared fields', () => {
    const success = at('paths', '/rooms/{room_id}/notes', 'post', 'responses', '200');
    expect(success).toMatchObject({
      headers: { 'X-RateLimit-Remaining': { $ref: '#/components/headers/X-RateLimit-Remaining' } },
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/SendForTestsSuccess' },
          example: { result: 'success', msg: '', id: 5 },
        },
      },
    });
    expect(at('components', 'schemas', 'SendForTestsSuccess')).toMatchObject({
      properties: { id: { type: 'integer' } },
      required: ['result', 'msg', 'id'],
      additionalProperties: false,
    });
    expect(at('paths', '/rooms/{rest}', 'get', 'responses', '200', 'content', 'application/json')).toEqual({
      schema: { $ref: '#/components/schemas/Success' },
      example: { result: 'success', msg: '' },
    });
  });

  it('has the errors of an endpoint, including those of the gateway', () => {
    const errors = (path: string, method: string, status: string) =>
      Object.keys(Object(at('paths', path, method, 'responses', status, 'content', 'application/json', 'examples')));
    expect(errors('/rooms/{room_id}/notes', 'post', '400')).toEqual(
      expect.arrayContaining(['missingParameter', 'confusingParameters', 'badPathParameter', 'humansOnly', 'noSuchDestinationName']),
    );
    expect(at('paths', '/rooms/{room_id}/notes', 'post', 'responses', '400', 'description')).toMatch(
      /^- `STREAM_DOES_NOT_EXIST` Channel '…' does not exist\n- `BAD_REQUEST` .+\n- in general: [A-Z_, ]+$/,
    );
    expect(errors('/rooms/{rest}', 'get', '429')).toEqual(['rateLimited']);
    expect(at('paths', '/rooms/{room_id}/notes', 'post', 'responses', '503', 'headers')).toHaveProperty('Retry-After');
    expect(at('paths', '/rooms/{rest}', 'get', 'responses')).not.toHaveProperty('401');
  });

  it('describes each error once: code, exact text, fields', () => {
    expect(at('components', 'schemas', 'NoSuchDestinationNameError')).toMatchObject({
      title: 'NoSuchDestinationNameError',
      description: "400 Channel '…' does not exist",
      properties: {
        code: { enum: ['STREAM_DOES_NOT_EXIST'] },
        msg: { type: 'string', pattern: "^(?:Channel '[\\s\\S]*' does not exist)$" },
        stream: { type: 'string' },
      },
      required: ['result', 'msg', 'code', 'stream'],
      additionalProperties: false,
    });
    expect(at('components', 'schemas', 'HumansOnlyError', 'properties', 'msg')).toMatchObject({
      const: 'This endpoint does not accept bot requests.',
    });
    expect(at('components', 'examples', 'missingParameter', 'value')).toEqual({
      result: 'error',
      msg: "Missing 'content' argument",
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: 'content',
    });
  });

  it('has the texts of invalid parameters, with the name of a parameter only', () => {
    const pattern = new RegExp(String(Object(at('components', 'schemas', 'InvalidParameterError', 'properties', 'msg')).pattern));
    const texts = [
      'number is not an integer',
      'narrow[0]["a b"] field is missing',
      'content is too long (limit: 10 characters)',
      'Invalid to',
    ];
    expect(texts.filter((text) => !pattern.test(text))).toEqual([]);
    const others = ["Invalid email 'a@b'", 'The topic is too large', 'number is odd', 'Invalid to: odd'];
    expect(others.filter((text) => pattern.test(text))).toEqual([]);
    expect(at('components', 'schemas', 'InvalidParameterError', 'properties', 'code')).toEqual({ type: 'string', enum: ['BAD_REQUEST'] });
  });

  it('has the errors that parameters name, and those of values only where there are some', () => {
    const errors = (path: string) =>
      Object.keys(Object(at('paths', path, 'post', 'responses', '400', 'content', 'application/json', 'examples')));
    expect(errors('/sounds')).toEqual(expect.arrayContaining(['invalidParameter', 'parameterTooDeep', 'invalidNotificationSound']));
    expect(errors('/pictures')).toEqual(expect.arrayContaining(['notOneAvatar', 'severalUploads', 'fileTooLarge']));
    expect(errors('/pictures')).not.toContain('invalidParameter');
  });

  it('says who may call an endpoint and what is deprecated', () => {
    expect(at('paths', '/rooms/{room_id}/notes', 'post')).toMatchObject({ deprecated: true, security: [{ basic: [] }] });
    expect(at('paths', '/rooms/{rest}', 'get', 'security')).toEqual([]);
  });

  it('describes each event, and Event as any of them', () => {
    expect(at('components', 'schemas', 'NoteAddEvent')).toEqual({
      title: 'NoteAddEvent',
      description: 'A note was added.',
      type: 'object',
      properties: {
        id: { type: 'integer' },
        type: { type: 'string', const: 'note' },
        op: { type: 'string', const: 'add' },
        note_id: { type: 'integer' },
      },
      required: ['id', 'type', 'op', 'note_id'],
      additionalProperties: false,
      examples: [{ id: expect.any(Number), type: 'note', op: 'add', note_id: 5 }],
    });
    expect(at('components', 'schemas', 'Event', 'anyOf')).toEqual([{ $ref: '#/components/schemas/NoteAddEvent' }]);
  });

  it('rejects a declaration with an unknown error', () => {
    const wrong = { ...list, errors: ['noSuchError'] };
    expect(() => openApiDocument({ endpoints: [wrong], clientEvents: [], baseUrl: '' })).toThrow(
      'listForTests declares the error noSuchError',
    );
  });
});
