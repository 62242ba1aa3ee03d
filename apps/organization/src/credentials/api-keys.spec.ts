import { describe, expect, it } from '@jest/globals';
import { ApiKeys } from './api-keys.js';

const keys = new ApiKeys({ PARLEY_KEY_SECRET: 'a secret of this installation, long enough' });
const elsewhere = new ApiKeys({ PARLEY_KEY_SECRET: 'another installation has another secret' });

describe('API keys', () => {
  it('are 32 alphanumeric characters and unique', () => {
    const made = Array.from({ length: 200 }, () => keys.generate());
    expect(made.every((key) => keys.isWellFormed(key))).toBe(true);
    expect(new Set(made).size).toBe(made.length);
  });
  it.each(['', 'short', 'x'.repeat(33), `${'x'.repeat(31)}-`])('%j is malformed', (key) => {
    expect(keys.isWellFormed(key)).toBe(false);
  });
});

describe('a stored key', () => {
  const key = keys.generate();

  it('is found by its digest, which needs the secret', () => {
    expect(keys.digest(key)).toEqual(keys.digest(key));
    expect(keys.digest(key)).not.toEqual(elsewhere.digest(key));
    expect(keys.digest(key).includes(key)).toBe(false);
  });
  it('opens for its account and is sealed differently each time', () => {
    expect(keys.open(7, keys.seal(7, key))).toBe(key);
    expect(keys.seal(7, key)).not.toEqual(keys.seal(7, key));
  });
  it('does not open for another account, with another secret, or after a modification', () => {
    const sealed = keys.seal(7, key);
    expect(() => keys.open(8, sealed)).toThrow();
    expect(() => elsewhere.open(7, sealed)).toThrow();
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(40) ^ 1, 40);
    expect(() => keys.open(7, changed)).toThrow();
  });
});
