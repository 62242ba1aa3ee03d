import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { LinkKeys } from './link-keys.js';

const secret = 'a secret of this installation, long enough';
const keys = new LinkKeys({ PARLEY_KEY_SECRET: secret }, 'one purpose');
const nonce = randomUUID();

describe('the key of a link', () => {
  it('is derived from its nonce and contains it', () => {
    expect(keys.keyOf(nonce)).toBe(keys.keyOf(nonce));
    expect(keys.nonceOf(keys.keyOf(nonce))).toBe(nonce);
  });

  it('is invalid for another purpose and in another installation', () => {
    expect(new LinkKeys({ PARLEY_KEY_SECRET: secret }, 'another purpose').nonceOf(keys.keyOf(nonce))).toBeUndefined();
    expect(
      new LinkKeys({ PARLEY_KEY_SECRET: 'another secret of another installation' }, 'one purpose').nonceOf(keys.keyOf(nonce)),
    ).toBeUndefined();
  });

  it.each([
    '',
    'x',
    nonce,
    `${nonce}.`,
    `${nonce}.${'A'.repeat(43)}`,
    `${randomUUID()}${keys.keyOf(nonce).slice(36)}`,
    '\0',
    'ä'.repeat(80),
  ])('is not %j', (made) => {
    expect(keys.nonceOf(made)).toBeUndefined();
  });
});
