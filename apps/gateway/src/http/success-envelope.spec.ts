import { describe, expect, it } from '@jest/globals';
import { RawJson } from '@parley/rpc';
import { successEnvelope } from './success-envelope.js';

const envelope = (answer: string, ignored: string[] = []) => successEnvelope(new RawJson([Buffer.from(answer)]), ignored).toString();

describe('the success envelope', () => {
  it('surrounds an answer whose bytes stay the same', () => {
    expect(envelope('{"id":5,"text":"ä"}')).toBe('{"result":"success","msg":"","id":5,"text":"ä"}');
  });
  it('surrounds an empty object', () => {
    expect(envelope('{}')).toBe('{"result":"success","msg":""}');
  });
  it('reports unknown parameters', () => {
    expect(JSON.parse(envelope('{"id":5}', ['a"b', 'c']))).toEqual({
      result: 'success',
      msg: '',
      ignored_parameters_unsupported: ['a"b', 'c'],
      id: 5,
    });
  });
});
