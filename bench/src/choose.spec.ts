import { expect, it } from '@jest/globals';
import { chosenScenarios } from './choose.js';

const all = ['users-me', 'send-10', 'send-100', 'send-100-x16', 'slow'].map((name) => ({ name, onlyIfNamed: name === 'slow' }));
const names = (only: string | undefined) => chosenScenarios(all, only).map(({ name }) => name);

it.each([
  [undefined, ['users-me', 'send-10', 'send-100', 'send-100-x16']],
  ['send', ['send-10', 'send-100', 'send-100-x16']],
  ['send-10', ['send-10']],
  ['slow', ['slow']],
  ['send-100,users-me', ['users-me', 'send-100', 'send-100-x16']],
])('--only %s runs %j', (only, expected) => {
  expect(names(only)).toEqual(expected);
});

it('a name without a scenario is an error that names all scenarios', () => {
  expect(() => names('sent')).toThrow('There is no scenario "sent". There are: users-me, send-10, send-100, send-100-x16, slow.');
});
