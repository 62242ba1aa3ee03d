import { describe, expect, it } from '@jest/globals';
import { PASSWORD_MIN_GUESSES } from '@parley/contracts/organization';
import { withstands } from './guess-estimate.js';

const KNOWN = ['Sofia Petrova', 'sofia.petrova@demo.example', 'Polonius Trading'];
const isEnough = (password: string) => withstands({ password, known: KNOWN, minGuesses: PASSWORD_MIN_GUESSES });

describe('a password', () => {
  it.each([
    'password',
    'Passw0rd1',
    'aaaaaaaa',
    '12345678',
    'qwertyuiop',
    '19871987',
    'sofia.petrova@demo.example',
    'petrova',
    'Polonius Trading',
    'polonius',
    'a'.repeat(100),
  ])('%j is too easy to guess', async (password) => {
    expect(await isEnough(password)).toBe(false);
  });
  it.each(['a good password', 'correct horse battery', 'xk7-q2mvb9', `${'a'.repeat(40)} but a good password`])(
    '%j is strong enough',
    async (password) => {
      expect(await isEnough(password)).toBe(true);
    },
  );
});
