import { describe, expect, it } from '@jest/globals';
import { RepeatedField } from '@parley/contracts';
import { parseJson, parseMultipart, parseQuery, parseUrlencoded } from './parse-body.js';
import { mergeFields } from './request-fields.js';

describe('a query or form', () => {
  it('keeps values as text, and groups several of one name', () => {
    expect({ ...parseQuery('a=1&b=x+y%21&b=2&c') }).toEqual({ a: '1', b: new RepeatedField(['x y!', '2']), c: '' });
  });

  it('that is malformed stays unchanged', () => {
    expect({ ...parseQuery('a=%zz&=b&&%') }).toEqual({ a: '%zz', '': 'b', '%': '' });
  });

  it('may contain any name without affecting a prototype', () => {
    const { fields } = parseUrlencoded('__proto__=1&constructor=2&toString=3');
    expect(Object.getPrototypeOf(fields)).toBeNull();
    expect(Object.keys(fields)).toEqual(['__proto__', 'constructor', 'toString']);
    expect(Object.getPrototypeOf(mergeFields(fields, parseJson('{"__proto__":{"x":1}}')))).toBeNull();
  });

  it('with a name repeated thousands of times is parsed in linear time', () => {
    const startedAt = performance.now();
    expect(parseQuery('a=1&'.repeat(60_000)).a).toBeInstanceOf(RepeatedField);
    expect(performance.now() - startedAt).toBeLessThan(1_500);
  });
});

describe('a multipart form', () => {
  const part = (head: string, body: string) => `--x\r\ncontent-disposition: form-data; ${head}\r\n\r\n${body}\r\n`;
  const parse = (text: string) => parseMultipart('multipart/form-data; boundary=x', Buffer.from(text));

  it('returns its fields and the names of its files', async () => {
    const { fields, files } = await parse(
      `${part('name="a"', 'ä')}${part('name="a"', '2')}${part('name="f"; filename="f.png"', 'bytes')}--x--\r\n`,
    );
    expect({ ...fields }).toEqual({ a: new RepeatedField(['ä', '2']) });
    expect(files).toEqual(['f']);
  });

  it.each([
    ['cut in a field', part('name="a"', 'value').slice(0, -4)],
    ['cut in a file', part('name="f"; filename="f.png"', 'bytes').slice(0, -4)],
    ['without any part', 'nothing of the kind'],
  ])('%s is refused at once', async (_, text) => {
    await expect(parse(text)).rejects.toMatchObject({ status: 400, msg: 'Malformed multipart form' });
  });
});
