import { expect, it } from '@jest/globals';
import { readBody } from './read-body.js';

it('reads JSON, and an empty body as none', () => {
  expect(readBody('{"userName": "ada", "emails": [{"value": "a"}]}')).toEqual({ userName: 'ada', emails: [{ value: 'a' }] });
  expect([readBody(''), readBody(' \n')]).toEqual([undefined, undefined]);
});

it.each([
  ['broken JSON', '{'],
  ['lists nested 11 deep', `${'['.repeat(12)}${']'.repeat(12)}`],
  ['objects nested 50,000 deep', `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`],
])('refuses %s', (_, text) => {
  expect(() => readBody(text)).toThrow('Malformed JSON');
});
