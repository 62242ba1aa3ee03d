import { describe, expect, it } from '@jest/globals';
import { digestOfApiToken, isApiToken, newApiToken } from './api-tokens.js';

describe('an API token', () => {
  it('has a prefix that scanners recognize, is unique, and is not in its digest', () => {
    const made = Array.from({ length: 200 }, () => newApiToken());
    expect(made.every((token) => isApiToken(token) && token.startsWith('parley_'))).toBe(true);
    expect(new Set(made).size).toBe(made.length);
    const [token = ''] = made;
    expect(digestOfApiToken(token)).toEqual(digestOfApiToken(token));
    expect(digestOfApiToken(token).includes(token)).toBe(false);
  });

  it.each([
    '',
    'parley_',
    `parley_${'x'.repeat(39)}`,
    `parley_${'x'.repeat(41)}`,
    `parley_${'-'.repeat(40)}`,
    `Parley_${'x'.repeat(40)}`,
    'x'.repeat(32),
  ])('is not %j', (key) => {
    expect(isApiToken(key)).toBe(false);
  });
});
