import { expect, it } from '@jest/globals';
import { TransientErrors } from './transient-errors.js';

it('includes an error that any of the stores recognizes', () => {
  const errors = new TransientErrors();
  const ofDatabase = new Error('database');
  const ofCache = new Error('cache');
  expect(errors.includes(ofDatabase)).toBe(false);
  errors.recognize((error) => error === ofDatabase);
  errors.recognize((error) => error === ofCache);
  expect([ofDatabase, ofCache, new Error('a fault')].map((error) => errors.includes(error))).toEqual([true, true, false]);
});
