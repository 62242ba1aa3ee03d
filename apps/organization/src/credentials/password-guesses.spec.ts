import { afterAll, describe, expect, it } from '@jest/globals';
import { PASSWORD_MIN_GUESSES } from '@parley/contracts/organization';
import { PasswordGuesses } from './password-guesses.js';

const guesses = new PasswordGuesses();
afterAll(() => guesses.onModuleDestroy());
const KNOWN = ['Sofia Petrova', 'sofia.petrova@demo.example', 'Polonius Trading'];
const isEnough = (password: string) => guesses.withstands(password, KNOWN, PASSWORD_MIN_GUESSES);

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

describe('the thread that estimates passwords', () => {
  class Hasty extends PasswordGuesses {
    protected override readonly idleMs = 1;
  }

  it('ends when no password was estimated for a while, and starts again with the next one', async () => {
    const hasty = new Hasty();
    for (let round = 0; round < 2; round += 1) {
      expect(hasty.hasThread).toBe(false);
      const isStrong = hasty.withstands('a good password', KNOWN, PASSWORD_MIN_GUESSES);
      expect(hasty.hasThread).toBe(true);
      expect(await isStrong).toBe(true);
      while (hasty.hasThread) await new Promise((resolve) => setTimeout(resolve, 5));
    }
  });

  it('answers several passwords that are asked for at once', async () => {
    expect(await Promise.all(['password', 'a good password', 'qwertyuiop', 'xk7-q2mvb9'].map(isEnough))).toEqual([
      false,
      true,
      false,
      true,
    ]);
  });

  it('refuses what it estimates if it has to stop', async () => {
    const stopped = new Hasty();
    const isStrong = stopped.withstands('a good password', KNOWN, PASSWORD_MIN_GUESSES);
    stopped.onModuleDestroy();
    await expect(isStrong).rejects.toThrow('the thread that estimates passwords was stopped');
  });
});
