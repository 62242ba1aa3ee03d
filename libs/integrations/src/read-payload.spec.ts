import { describe, expect, it } from '@jest/globals';
import { readPayload } from './read-payload.js';

const FORM = 'application/x-www-form-urlencoded';

describe('the payload of a delivery', () => {
  it.each([
    ['application/json', '{"a":1}'],
    ['application/json; charset=utf-8', '{"a":1}'],
    ['application/vnd.github+json', '{"a":1}'],
    ['', '{"a":1}'],
    [FORM, 'payload=%7B%22a%22%3A1%7D'],
  ])('is read from %j', (type, body) => {
    expect(readPayload(['json', 'form'], type, body)).toEqual({ a: 1 });
  });

  it.each([
    ['application/json', '{"a":', 'Malformed JSON'],
    ['application/json', '"text"', 'Malformed JSON'],
    ['application/json', '', 'Malformed JSON'],
    ['application/json', 'null', 'Malformed JSON'],
    ['application/json', `${'['.repeat(40)}${']'.repeat(40)}`, 'payload is nested too deeply'],
    [FORM, 'text=hello', "Missing 'payload' argument"],
    ['text/plain', '{"a":1}', 'Unsupported media type'],
    ['application/xml', '<a/>', 'Unsupported media type'],
  ])('of type %s is refused: %s', (type, body, msg) => {
    expect(() => readPayload(['json', 'form'], type, body)).toThrow(msg);
  });

  it('cannot be a form of a sender that sends none', () => {
    expect(() => readPayload(['json'], FORM, 'payload={}')).toThrow('Unsupported media type');
  });
});
