import { expect, it } from '@jest/globals';
import { clientNameOf } from './client-name.js';

it.each([
  ['website', 'zulip-js/0.1', 'website'],
  [undefined, 'zulip-python/0.9.1 (Linux)', 'zulip-python'],
  ['  ', 'curl', 'curl'],
  [5, undefined, 'Unspecified'],
  [undefined, '', 'Unspecified'],
  ['x'.repeat(200), undefined, 'x'.repeat(60)],
])('client %p with User-Agent %p is named %p', (parameter, userAgent, name) => {
  expect(clientNameOf(parameter, userAgent)).toBe(name);
});
