import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { ApiError } from '../errors.js';
import { decodeParams, RepeatedField } from './decode-params.js';
import {
  bool,
  choice,
  int,
  json,
  oneFile,
  optionalFile,
  type ParamShape,
  pathInt,
  pathText,
  storedText,
  text,
  textOrJson,
} from './param.js';

const decode = (shape: ParamShape, fields: Record<string, unknown>, path: Record<string, string> = {}) =>
  decodeParams(shape, { fields, path });

function errorOf(shape: ParamShape, fields: Record<string, unknown>, path: Record<string, string> = {}): Record<string, unknown> {
  try {
    decode(shape, fields, path);
  } catch (error) {
    if (error instanceof ApiError) return { status: error.status, ...error.toBody() };
    throw error;
  }
  throw new Error('was accepted');
}

describe('values of form fields', () => {
  const shape = {
    flag: bool().optional(),
    count: int({ min: 0, max: 10 }).optional(),
    name: text().optional(),
    list: json(z.array(z.object({ name: z.string(), size: z.int().optional() }).strict())).optional(),
    to: textOrJson(z.union([z.string(), z.int()])).optional(),
    op: choice(['add', 'remove']).optional(),
  };

  it.each([
    [{ flag: 'true' }, { flag: true }],
    [{ count: '7' }, { count: 7 }],
    [{ name: '"quoted" stays' }, { name: '"quoted" stays' }],
    [{ list: '[{"name":"a"}]' }, { list: [{ name: 'a' }] }],
    [{ list: [{ name: 'a' }] }, { list: [{ name: 'a' }] }],
    [{ to: 'general' }, { to: 'general' }],
    [{ to: '"general"' }, { to: 'general' }],
    [{ to: '12' }, { to: 12 }],
    [{ name: new RepeatedField(['first', 'last']) }, { name: 'last' }],
  ])('reads %j', (fields, params) => {
    expect(decode(shape, fields).params).toEqual(params);
  });

  it.each(['list', 'to'])('is limited to 32 levels of nesting in %s, as text or as a value', (name) => {
    const nested = '['.repeat(33) + ']'.repeat(33);
    for (const value of [nested, JSON.parse(nested)]) {
      expect(errorOf(shape, { [name]: value })).toMatchObject({ status: 400, msg: `${name} is nested too deeply` });
    }
    expect(errorOf(shape, { [name]: nested.slice(1, -1) }).msg).not.toMatch(/deep/);
  });

  it.each([
    [{ flag: 'True' }, 'flag is not valid JSON'],
    [{ flag: '1' }, 'flag is not a boolean'],
    [{ flag: '' }, 'flag is not valid JSON'],
    [{ count: '"5"' }, 'count is not an integer'],
    [{ count: '1.5' }, 'count is not an integer'],
    [{ count: '-1' }, 'count is too small'],
    [{ count: '11' }, 'count is too large'],
    [{ count: '99999999999999999999' }, 'count is too large'],
    [{ count: 'null' }, 'count is not an integer'],
    [{ name: 5 }, 'name is not a string'],
    [{ list: '{}' }, 'list is not a list'],
    [{ list: '[5]' }, 'list[0] is not a dict'],
    [{ list: '[{}]' }, 'list[0]["name"] field is missing'],
    [{ list: '[{"name":"a","size":"b"}]' }, 'list[0]["size"] is not an integer'],
    [{ list: '[{"name":"a","extra":1}]' }, 'Argument "extra" at list[0] is unexpected'],
    [{ to: '[1]' }, 'to is not an allowed_type'],
    [{ op: 'toggle' }, 'Invalid op'],
  ])('rejects %j with its own text', (fields, msg) => {
    expect(errorOf(shape, fields)).toEqual({ status: 400, result: 'error', code: 'BAD_REQUEST', msg });
  });
});

describe('presence of parameters', () => {
  it('reports a missing parameter by name', () => {
    expect(errorOf({ content: text() }, {})).toMatchObject({
      code: 'REQUEST_VARIABLE_MISSING',
      msg: "Missing 'content' argument",
      var_name: 'content',
    });
  });

  it('accepts an alias, and rejects it together with the name', () => {
    const shape = { topic: text().alias('subject') };
    expect(decode(shape, { subject: 'a' }).params).toEqual({ topic: 'a' });
    expect(errorOf(shape, { topic: 'a', subject: 'b' })).toMatchObject({
      code: 'REQUEST_CONFUSING_VAR',
      var_name1: 'topic',
      var_name2: 'subject',
    });
  });

  it('has no value for an optional parameter that was not sent', () => {
    expect(Object.keys(decode({ a: int().optional() }, {}).params)).toEqual([]);
  });

  it('applies defaults', () => {
    expect(decode({ dont_block: bool().default(false) }, {}).params).toEqual({ dont_block: false });
  });

  it('reports the first error in the order of declaration', () => {
    expect(errorOf({ a: int(), b: int() }, { b: 'x', a: 'y' })).toMatchObject({ msg: 'a is not valid JSON' });
  });

  it('lists unknown fields sorted, without the client name', () => {
    expect(decode({ a: int().optional() }, { z: '1', b: '2', client: 'x', a: '1' }).ignored).toEqual(['b', 'z']);
  });
});

describe('the file of a form', () => {
  const shape = { file: oneFile({ missing: 'notOneAvatar', several: 'severalUploads', maxMib: 5 }) };

  it('is required, with the error of its parameter', () => {
    expect(errorOf(shape, {})).toMatchObject({ code: 'BAD_REQUEST', msg: 'You must upload exactly one avatar.' });
  });

  it('is passed on as it was stored; a field with its name is unknown', () => {
    const file = { key: 'a/b', name: 'b.png', contentType: 'image/png', bytes: 3 } as never;
    expect(decodeParams(shape, { fields: { file: 'x' }, path: {}, file })).toEqual({ params: { file }, ignored: ['file'] });
  });
});

describe('the optional file of a form', () => {
  const shape = { note: text().optional(), file: optionalFile({ several: 'severalUploads', maxMib: 5 }) };

  it('may be absent', () => expect(decode(shape, { note: 'x' })).toEqual({ params: { note: 'x' }, ignored: [] }));

  it('is passed on', () => {
    const file = { key: 'a/b', name: 'b.png', size: 3 };
    expect(decodeParams(shape, { fields: {}, path: {}, file }).params).toEqual({ file });
  });
});

describe('a parameter with an error of its own for invalid values', () => {
  const shape = { sound: choice(['a', 'b']).refusal('invalidNotificationSound') };

  it('uses it for a value of the right type', () =>
    expect(errorOf(shape, { sound: 'c' })).toMatchObject({ msg: "Invalid notification sound 'c'" }));

  it('does not use it for a value of another type', () => {
    const ofInt = { count: int({ max: 3 }).refusal('invalidEmailBatchingPeriod') };
    expect(errorOf(ofInt, { count: '4' })).toMatchObject({ msg: 'Invalid email batching period: 4 seconds' });
    expect(errorOf(ofInt, { count: '"x"' })).toMatchObject({ msg: 'count is not an integer' });
  });
});

describe('a parameter', () => {
  it('keeps its other properties when one is changed', () => {
    const { options, schema, encoding } = int()
      .alias('old')
      .alias('older')
      .default(3)
      .describe('A number.')
      .example(4)
      .values([3, 4])
      .deprecated()
      .refusal('invalidValue');
    expect(options).toEqual({
      required: false,
      aliases: ['old', 'older'],
      defaultValue: 3,
      description: 'A number.',
      example: 4,
      values: [3, 4],
      deprecated: true,
      refusal: 'invalidValue',
    });
    expect([schema.safeParse(1.5).success, encoding]).toEqual([false, 'json']);
    expect(int().options).toEqual({ required: true, aliases: [] });
  });

  it('of a stored text is limited in code points', () => {
    const shape = { note: storedText({ min: 1, max: 2 }) };
    expect(decode(shape, { note: '😀😀' }).params).toEqual({ note: '😀😀' });
    expect(errorOf(shape, { note: '😀😀😀' })).toMatchObject({ msg: 'note is too long (limit: 2 characters)' });
    expect(errorOf(shape, { note: '' })).toMatchObject({ msg: 'note cannot be blank' });
    expect(errorOf(shape, { note: 'a\0' })).toMatchObject({ msg: 'note has invalid format' });
  });
});

describe('lengths and paths', () => {
  it.each([
    [{ name: 'x'.repeat(4) }, 'name is too long (limit: 3 characters)'],
    [{ name: '' }, 'name cannot be blank'],
  ])('rejects %j', (fields, msg) => {
    expect(errorOf({ name: text({ min: 1, max: 3 }) }, fields)).toMatchObject({ msg });
  });

  it('reads a path segment as a number only if its parameter is one', () => {
    expect(decode({ emoji: pathText() }, {}, { emoji: '12' }).params).toEqual({ emoji: '12' });
    expect(decode({ id: pathInt() }, {}, { id: '-12' }).params).toEqual({ id: -12 });
    for (const segment of ['', '1.0', '1e3', '0x10', '1234567890123456', 'a12', '12a']) {
      expect(errorOf({ id: pathInt() }, {}, { id: segment })).toMatchObject({ code: 'REQUEST_VARIABLE_INVALID', bad_value: segment });
    }
  });

  it('reads a numeric path segment and reports an invalid one', () => {
    const shape = { message_id: pathInt() };
    expect(decode(shape, {}, { message_id: '12' }).params).toEqual({ message_id: 12 });
    expect(errorOf(shape, {}, { message_id: 'x' })).toMatchObject({
      code: 'REQUEST_VARIABLE_INVALID',
      msg: "Bad value for 'message_id': x",
      var_name: 'message_id',
      bad_value: 'x',
    });
  });
});
